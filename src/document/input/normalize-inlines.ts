import { withoutEmpty } from '../../lib/without-empty.ts';
import { trimContent } from '../inline-builder.ts';
import type {
  AnnotationInline,
  Block,
  ContentReference,
  Inline,
  InlineContent,
  LinkInline,
  TagData,
  TagInline,
  TextLeaf,
  TextNode,
} from '../document-tree.ts';
import { pairTags } from '../pair-tags.ts';
import { parseTag } from '../tag-syntax.ts';
import { isSameMark, sortMarks } from '../writing/mark-order.ts';

import { writeTagStart } from '../writing/write-tag.ts';

/** Normalizes the blocks of a footnote. */
type NormalizeBlocks = (blocks: readonly Block[]) => Block[];

/** Normalizes the content of a block, without surrounding white space. */
export function normalizeContent(
  nodes: InlineContent,
  normalizeBlocks: NormalizeBlocks,
): InlineContent {
  return trimContent(normalizeInlines(nodes, normalizeBlocks));
}

/** Removes keys from inline content, and joins adjacent texts, and leaves with equal marks. */
function normalizeInlines(nodes: InlineContent, normalizeBlocks: NormalizeBlocks): InlineContent {
  const result: InlineContent = [];
  for (const node of pairTagInlines(nodes)) {
    const last = result.at(-1);
    if (node.object !== 'text') result.push(normalizeInline(node, normalizeBlocks));
    else if (last?.object === 'text') addLeaves(last.leaves, node.leaves);
    else {
      const text: TextNode = { object: 'text', leaves: [] };
      addLeaves(text.leaves, node.leaves);
      if (text.leaves.length > 0) result.push(text);
    }
  }
  return result;
}

/** Moves the nodes between a tag and its end into the tag. */
function pairTagInlines(nodes: InlineContent): InlineContent {
  const tags = nodes.map((node) =>
    node.object === 'inline' && node.type === 'tag' && node.isVoid
      ? parseTag(writeTagStart(node.data))
      : undefined,
  );
  const [pair] = pairTags(tags);
  if (!pair) return nodes;
  const [start, end] = pair;
  const open = nodes[start];
  if (open?.object !== 'inline' || open.type !== 'tag') return nodes;
  const inner = nodes.slice(start + 1, end);
  const node: TagInline = { ...open, isVoid: false, nodes: inner };
  return [...nodes.slice(0, start), node, ...pairTagInlines(nodes.slice(end + 1))];
}

function addLeaves(leaves: TextLeaf[], added: readonly TextLeaf[]): void {
  for (const { text: written, marks: listed } of added) {
    const text = written.replaceAll(/\r\n?/g, '\n');
    const marks = sortMarks(listed);
    const last = leaves.at(-1);
    const isSame =
      last?.marks.length === marks.length &&
      marks.every((mark, index) => last.marks[index] && isSameMark(mark, last.marks[index]));
    if (text === '') continue;
    if (last && isSame) last.text += text;
    else leaves.push({ object: 'leaf', text, marks });
  }
}

function normalizeInline(node: Inline, normalizeBlocks: NormalizeBlocks): Inline {
  switch (node.type) {
    case 'link':
      return normalizeLink(node, normalizeBlocks);
    case 'annotation':
      return normalizeAnnotation(node, normalizeBlocks);
    case 'inline-image': {
      const { ref, refDark, caption, size } = node.data;
      const data = { ref, refDark, caption: oneLine(caption), size };
      return voidInline('inline-image', withoutEmpty(data));
    }
    case 'button': {
      const { ref, label, kind, icon } = node.data;
      const data = { ref: normalizeReference(ref), label: oneLine(label), kind };
      return voidInline('button', { ...data, ...withoutEmpty({ icon }) });
    }
    case 'mention':
      return voidInline('mention', { ref: normalizeReference(node.data.ref) });
    case 'emoji':
      return voidInline('emoji', { code: node.data.code });
    case 'icon':
      return voidInline('icon', { icon: node.data.icon });
    case 'expression':
      return voidInline('expression', { expression: oneLine(node.data.expression) });
    case 'inline-math':
      return voidInline('inline-math', { formula: oneLine(node.data.formula) });
    case 'tag':
      return normalizeTagInline(node, normalizeBlocks);
  }
}

/** Normalizes an inline tag: it has no line breaks, and has an end if it has content. */
function normalizeTagInline(node: TagInline, normalizeBlocks: NormalizeBlocks): TagInline {
  const { name, attributes, text } = normalizeTagData(node.data);
  const values = Object.entries(attributes).map(([key, value]) => [
    key,
    value.replaceAll(/\s*[\r\n]\s*/g, ' '),
  ]);
  const data = { name, attributes: Object.fromEntries(values), ...(text && { text }) };
  if (!('nodes' in node)) return voidInline('tag', data);
  const nodes = normalizeInlines(node.nodes, normalizeBlocks);
  return { object: 'inline', type: 'tag', isVoid: false, data, nodes };
}

/** Normalizes the data of a tag, whose text has no line breaks. */
export function normalizeTagData({ name, attributes, text: words }: TagData): TagData {
  const text = oneLine(words);
  return { name, attributes: { ...attributes }, ...(text ? { text } : {}) };
}

function voidInline<Type extends string, Data>(type: Type, data: Data) {
  return { object: 'inline', type, isVoid: true, data } as const;
}

function normalizeLink({ data, nodes }: LinkInline, normalizeBlocks: NormalizeBlocks): LinkInline {
  const content = normalizeInlines(nodes, normalizeBlocks);
  return {
    object: 'inline',
    type: 'link',
    isVoid: false,
    data: { ref: normalizeReference(data.ref) },
    nodes: content.flatMap((node) => {
      return node.object === 'text' || node.type === 'inline-image' ? [node] : [];
    }),
  };
}

/** Normalizes annotated text: one fragment contains the footnote. */
export function normalizeAnnotation(
  { nodes, fragments }: AnnotationInline,
  normalizeBlocks: NormalizeBlocks,
): AnnotationInline {
  const name = 'annotation-body';
  const body = normalizeBlocks(fragments.flatMap((fragment) => fragment.nodes));
  return {
    object: 'inline',
    type: 'annotation',
    isVoid: false,
    data: {},
    nodes: normalizeInlines(nodes, normalizeBlocks).filter((node) => node.object === 'text'),
    fragments: [{ object: 'fragment', fragment: name, type: name, nodes: body }],
  };
}

/** Converts an address that only contains an anchor to an anchor reference. */
export function normalizeReference(ref: ContentReference): ContentReference {
  if (ref.kind !== 'url' || !/^#./.test(ref.url)) return ref;
  return { kind: 'anchor', anchor: ref.url.slice(1) };
}

/** Replaces white space with single spaces, where line breaks are not allowed. */
export function oneLine(text = ''): string {
  return text.replaceAll(/\s+/g, ' ').trim();
}
