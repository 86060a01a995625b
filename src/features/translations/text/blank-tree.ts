import { canonicalJson } from '../../../lib/canonical-json.ts';
import type { DocumentTree } from '../../../document/document-tree.ts';
import { normalizeDocument } from '../../../document/input/normalize-document.ts';

/** Members of nodes, and attributes of tags, that are texts. */
export const textMembers: ReadonlySet<string> = new Set(['title', 'label', 'caption', 'alt']);

/**
 * Returns a document without its texts, which is equal for a document and its translation. The
 * order of elements within a line is ignored, since languages differ in it. All else is included:
 * blocks, marks, code, links, addresses, expressions, formulas and settings. Heading anchors are
 * excluded, because a translation has more of them.
 */
export function blankTree(tree: DocumentTree): string {
  return canonicalJson(blank(normalizeDocument(tree)));
}

interface AnyNode extends Record<string, unknown> {
  object?: unknown;
  type?: unknown;
  nodes?: unknown[];
}

const headingTypes: ReadonlySet<unknown> = new Set(['heading-1', 'heading-2', 'heading-3']);
const lineTypes: ReadonlySet<unknown> = new Set([
  ...[...headingTypes, 'paragraph', 'link', 'annotation'],
]);

function blank(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(blank);
  if (typeof value !== 'object' || value === null) return value;
  const node = value as AnyNode;
  if (node.type === 'code' || node.type === 'code-line') return node;
  const entries = Object.entries(node).map(([name, member]) => {
    if (textMembers.has(name) && typeof member === 'string') return [name, member === ''];
    if (name === 'data' && headingTypes.has(node.type)) return [name, withoutId(member)];
    if (name === 'nodes' && lineTypes.has(node.type)) return [name, blankLine(member as AnyNode[])];
    return [name, blank(member)];
  });
  return Object.fromEntries(entries);
}

function withoutId(data: unknown): unknown {
  return { ...(data as object), id: undefined };
}

function blankLine(nodes: readonly AnyNode[]): unknown[] {
  const parts = nodes.flatMap((node) =>
    node.object === 'text' ? (node.leaves as AnyNode[]).flatMap(blankLeaf) : [blank(node)],
  );
  return parts.map((part) => canonicalJson(part)).toSorted();
}

/** Returns the parts of a leaf that stay: line breaks and code, of other text only the marks. */
function blankLeaf(leaf: AnyNode): unknown[] {
  const marks = leaf.marks as { type: string }[];
  if (marks.some(({ type }) => type === 'code' || type === 'keyboard')) return [leaf];
  const breaks = String(leaf.text).split('\n').slice(1);
  return [...breaks.map(() => 'line break'), ...(marks.length > 0 ? [{ marks }] : [])];
}
