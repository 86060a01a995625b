import type {
  Block,
  DocumentTree,
  Fragment,
  HeadingBlock,
  Inline,
  TextNode,
} from '../content/document/document-tree.ts';
import { isHeading } from '../content/document/is-heading.ts';
import { blockTexts } from '../content/document/tree-text.ts';
import { decodeUrlPart } from '../../lib/decode-url-part.ts';
import { UniqueNames } from '../../lib/unique-names.ts';

/** The `id` or `name` of an HTML element, which the tree does not keep. */
const namePattern = /<[a-z][\w-]*\s[^<>]*?\b(?:id|name)\s*=\s*["']?([^"'\s<>]+)/gi;

/**
 * A name of a place in a page, without what the writers of addresses differ in: case, accents, and
 * how they join words.
 */
export function normalAnchor(text: string): string {
  return decodeUrlPart(text)
    .normalize('NFKD')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, '');
}

/** The places in a page that links can lead to: its headings, and the elements with a name. */
export function anchorsOf({ nodes }: DocumentTree, markdown: string): string[] {
  const anchors = new Set(headingAnchors(nodes).flatMap(([, names]) => names));
  for (const [, name = ''] of markdown.matchAll(namePattern)) anchors.add(normalAnchor(name));
  anchors.delete('');
  return [...anchors];
}

/**
 * The headings in blocks, each with the names by which links can lead to it, as `normalAnchor`
 * writes them. Of headings that say the same, each but the first has a number behind its name.
 */
export function headingAnchors(blocks: readonly Block[]): [HeadingBlock, string[]][] {
  const anchors = new UniqueNames({ joint: '' });
  return [...headingsIn(blocks)].map((heading) => {
    const { id } = heading.data;
    const names = id === undefined ? [] : [normalAnchor(id)];
    for (const name of names) anchors.take(name);
    const text = normalAnchor(blockTexts([heading]).join(' '));
    return [heading, [...names, anchors.takeFree(text)]];
  });
}

function* headingsIn(
  nodes: readonly (Block | Fragment | Inline | TextNode)[],
): Iterable<HeadingBlock> {
  for (const node of nodes) {
    if (node.object !== 'block' && node.object !== 'fragment') continue;
    if (isHeading(node)) yield node;
    else if ('nodes' in node) yield* headingsIn(node.nodes);
    if ('fragments' in node) yield* headingsIn(node.fragments);
  }
}
