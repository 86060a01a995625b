import { parseFragment, type DefaultTreeAdapterTypes } from 'parse5';
import type { InlineContent, TextMark, TextNode } from '../../../document/document-tree.ts';
import { createText } from '../../../document/document-nodes.ts';
import type { HolderElement, MarkupNode } from './markup.ts';

type ChildNode = DefaultTreeAdapterTypes.ChildNode;
type ElementNode = Exclude<MarkupNode, { kind: 'text' }>;
type Element = DefaultTreeAdapterTypes.Element;

/** Returns markup as HTML for a translator. */
export function htmlOf(nodes: readonly MarkupNode[]): string {
  return nodes
    .map((node) => {
      if (node.kind === 'text') return escapeText(node.text);
      if (node.kind === 'holder') return `<span id="${node.id}">${htmlOf(node.children)}</span>`;
      if (node.node === '\n') return `<br id="${node.id}">`;
      return `<span id="${node.id}" translate="no">${escapeText(node.shown)}</span>`;
    })
    .join('');
}

/** Escapes only what text content requires: models handle familiar text best. */
function escapeText(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}

/** Nesting of elements, by their ids. */
interface Skeleton {
  parents: ReadonlyMap<string, string>;
  /** Elements that contain translatable text of their own. */
  worded: ReadonlySet<string>;
}

/**
 * Checks that an answer has the same elements as a text, each once and in the same parent, with
 * words wherever there were some. The order may differ, as word order does between languages.
 */
export function keepsMarkup(html: string, answer: string): boolean {
  const before = skeletonOf(html);
  const after = skeletonOf(answer);
  if (!before || !after || before.parents.size !== after.parents.size) return false;
  const isSame = [...before.parents].every(([id, parent]) => after.parents.get(id) === parent);
  return isSame && [...before.worded].every((id) => after.worded.has(id));
}

/** Returns undefined for unknown or duplicate elements. */
function skeletonOf(html: string): Skeleton | undefined {
  const parents = new Map<string, string>();
  const worded = new Set<string>();
  const walk = (nodes: readonly ChildNode[], parent: string): boolean =>
    nodes.every((node) => {
      if (node.nodeName === '#text') {
        if (/\p{L}|\p{N}/u.test((node as DefaultTreeAdapterTypes.TextNode).value))
          worded.add(parent);
        return true;
      }
      const element = node as Element;
      const id = idOf(element);
      if (id === undefined || parents.has(id)) return false;
      parents.set(id, parent);
      return isKept(element) || walk(element.childNodes, id);
    });
  return walk(parseFragment(html).childNodes, '') ? { parents, worded } : undefined;
}

function idOf(node: ChildNode): string | undefined {
  if (node.nodeName !== 'span' && node.nodeName !== 'br') return undefined;
  return node.attrs.find(({ name }) => name === 'id')?.value;
}

function isKept(element: Element): boolean {
  return element.attrs.some(({ name, value }) => name === 'translate' && value === 'no');
}

/** Converts an answer that keeps the markup to inline content. */
export function contentOf(nodes: readonly MarkupNode[], answer: string): InlineContent {
  const byId = new Map<string, ElementNode>();
  const collect = (some: readonly MarkupNode[]): void => {
    for (const node of some) {
      if (node.kind !== 'text') byId.set(String(node.id), node);
      if (node.kind === 'holder') collect(node.children);
    }
  };
  collect(nodes);
  const build = (children: readonly ChildNode[], marks: readonly TextMark[]): InlineContent =>
    children.flatMap((child): InlineContent => {
      if (child.nodeName === '#text') {
        const { value } = child as DefaultTreeAdapterTypes.TextNode;
        return [createText(value.replaceAll(/\s*\n\s*/g, ' '), [...marks])];
      }
      const node = byId.get(idOf(child) ?? '');
      return node
        ? [placed(node, marks, (inner) => build((child as Element).childNodes, inner))]
        : [];
    });
  return build(parseFragment(answer).childNodes, []);
}

/** Returns the same content with each piece of text replaced. */
export function contentOfPieces(
  nodes: readonly MarkupNode[],
  pieces: readonly string[],
): InlineContent {
  let index = 0;
  const build = (some: readonly MarkupNode[], marks: readonly TextMark[]): InlineContent =>
    some.flatMap((node): InlineContent => {
      if (node.kind !== 'text') {
        const children = node.kind === 'holder' ? node.children : [];
        return [placed(node, marks, (inner) => build(children, inner))];
      }
      if (!/\p{L}/u.test(node.text)) return [createText(node.text, [...marks])];
      const piece = pieces[index] ?? node.text;
      index += 1;
      const [, before = '', after = ''] = /^(\s*)[^]*?(\s*)$/.exec(node.text) ?? [];
      return [createText(before + piece.trim() + after, [...marks])];
    });
  return build(nodes, []);
}

function placed(
  node: ElementNode,
  marks: readonly TextMark[],
  build: (marks: readonly TextMark[]) => InlineContent,
): InlineContent[number] {
  if (node.kind === 'kept') {
    if (typeof node.node === 'string') return createText(node.node, [...marks]);
    return node.node.object === 'leaf' ? { object: 'text', leaves: [node.node] } : node.node;
  }
  const { holds } = node;
  if (isMarks(holds)) {
    // Marked text contains only text.
    const texts = build(holds) as TextNode[];
    return { object: 'text', leaves: texts.flatMap(({ leaves }) => leaves) };
  }
  return { ...holds, nodes: build(marks) } as HolderElement;
}

function isMarks(holds: HolderElement | readonly TextMark[]): holds is readonly TextMark[] {
  return Array.isArray(holds);
}

/** Returns the text of a plain answer; undefined if it contains elements. */
export function plainTextOf(answer: string): string | undefined {
  const { childNodes } = parseFragment(answer);
  if (childNodes.some(({ nodeName }) => nodeName !== '#text')) return undefined;
  return childNodes
    .map((node) => (node as DefaultTreeAdapterTypes.TextNode).value)
    .join('')
    .replaceAll(/\s*\n\s*/g, ' ')
    .trim();
}
