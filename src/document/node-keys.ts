import type { Block, Fragment, Inline, TextNode } from './document-tree.ts';

/**
 * Assigns a key to every block, inline element, text and fragment. A key is derived from the
 * content of a node, not from its position. So equal markdown has equal keys, and an unchanged node
 * keeps its key, and thus its comments, when others are inserted before it. Repeated keys are
 * numbered.
 */
export function assignKeys(nodes: Block[]): void {
  const counts = new Map<string, number>();
  for (const node of nodes) assignKey(node, counts);
}

type KeyedNode = Block | Inline | TextNode | Fragment;

/** Sets the keys below a node first, since its own key is derived from them. */
function assignKey(node: KeyedNode, counts: Map<string, number>): string {
  const hash = new KeyHash();
  if (node.object === 'text') {
    for (const { text, marks } of node.leaves) {
      hash.add(text);
      for (const mark of marks) hash.add(mark.type);
    }
  } else {
    hash.add(node.object === 'fragment' ? node.fragment : node.type);
    if ('data' in node) hash.add(JSON.stringify(node.data));
    if ('nodes' in node) for (const child of node.nodes) hash.add(assignKey(child, counts));
    if ('fragments' in node) for (const child of node.fragments) hash.add(assignKey(child, counts));
  }
  const digest = hash.digest();
  const count = (counts.get(digest) ?? 0) + 1;
  counts.set(digest, count);
  node.key = count === 1 ? digest : `${digest}-${count}`;
  return digest;
}

/** A 53-bit hash (cyrb53): keys must differ within a document, but need not resist forgery. */
class KeyHash {
  private high = 0xdeadbeef;
  private low = 0x41c6ce57;

  add(text: string): void {
    for (let index = 0; index < text.length; index += 1) this.addCode(text.charCodeAt(index));
    this.addCode(0x1_0000);
  }

  digest(): string {
    const { high, low } = this;
    const first = mix(high, 16, 2246822507) ^ mix(low, 13, 3266489909);
    const second = mix(low, 16, 2246822507) ^ mix(first, 13, 3266489909);
    const number = 4294967296 * (2097151 & second) + (first >>> 0);
    return number.toString(36).padStart(11, '0');
  }

  private addCode(code: number): void {
    this.high = Math.imul(this.high ^ code, 2654435761);
    this.low = Math.imul(this.low ^ code, 1597334677);
  }
}

function mix(value: number, shift: number, factor: number): number {
  return Math.imul(value ^ (value >>> shift), factor);
}
