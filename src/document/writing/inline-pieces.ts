import type { Inline, InlineContent, LinkInline, TextMark, TextNode } from '../document-tree.ts';
import { isSameMark, sortMarks } from './mark-order.ts';
import type { GroupElement, VoidElement } from './write-inline.ts';

/** A range of text with a mark; each of its ends is a piece. */
export interface MarkSpan {
  mark: TextMark;
}

/** A part of a line of text, in reading order. */
export type Piece =
  | { type: 'text'; text: string }
  | { type: 'code'; text: string }
  | { type: 'break' }
  /** A link that shows its address. */
  | { type: 'autolink'; url: string }
  | { type: 'open' | 'close'; span: MarkSpan }
  | { type: 'void'; inline: VoidElement }
  | { type: 'start' | 'end'; inline: GroupElement };

/**
 * Splits inline content into pieces. Marks that adjacent parts share become one span around them,
 * whereas each leaf of the tree lists all of its marks.
 */
export function splitInlines(nodes: InlineContent): Piece[] {
  const pieces: Piece[] = [];
  addNodes(nodes, pieces, []);
  return pieces;
}

type Item =
  | { marks: TextMark[]; url: string }
  | { marks: TextMark[]; text: string; isCode: boolean }
  | { marks: TextMark[]; inline: GroupElement }
  | { marks: undefined; inline: VoidElement };

function addNodes(nodes: InlineContent, pieces: Piece[], outer: readonly TextMark[]): void {
  const items = nodes.flatMap(itemsOf);
  // A part without marks of its own stays in the span that continues after it.
  const wanted: TextMark[][] = [];
  for (let index = items.length - 1; index >= 0; index -= 1) {
    wanted[index] = items[index]?.marks ?? wanted[index + 1] ?? [];
  }
  let open: MarkSpan[] = [];
  items.forEach((item, index) => {
    const marks = (wanted[index] ?? []).filter(
      (mark) => !outer.some((other) => isSameMark(mark, other)),
    );
    const same = marks.findIndex((mark, at) => !open[at] || !isSameMark(mark, open[at].mark));
    const kept = Math.min(same < 0 ? marks.length : same, open.length);
    closeSpans(open.splice(kept), pieces);
    const opened = item.marks ? marks.slice(kept).map((mark) => ({ mark })) : [];
    for (const span of opened) pieces.push({ type: 'open', span });
    open = [...open, ...opened];
    addItem(item, pieces, [...outer, ...open.map(({ mark }) => mark)]);
  });
  closeSpans(open, pieces);
}

function closeSpans(spans: readonly MarkSpan[], pieces: Piece[]): void {
  for (const span of spans.toReversed()) pieces.push({ type: 'close', span });
}

function itemsOf(node: Inline | TextNode): Item[] {
  if (node.object === 'text') {
    return node.leaves.map(({ text, marks }) => {
      const sorted = sortMarks(marks);
      const isCode = sorted.at(-1)?.type === 'code' && isCodeSpan(text);
      return { marks: isCode ? sorted.slice(0, -1) : sorted, text, isCode };
    });
  }
  if (node.isVoid) return [{ marks: undefined, inline: node }];
  // Marks of annotated text are inside the annotation, where HTML parses them too.
  if (node.type !== 'link') return [{ marks: [], inline: node }];
  const marks = sharedMarks(node.nodes);
  const url = shownAddress(node, marks);
  return [url === undefined ? { marks, inline: node } : { marks, url }];
}

/** Returns the address of a link whose text is its address. */
function shownAddress({ data, nodes }: LinkInline, marks: readonly TextMark[]): string | undefined {
  const [text] = nodes;
  const [leaf] = text?.object === 'text' ? text.leaves : [];
  const url = data.ref.kind === 'url' ? data.ref.url : '';
  const isShown = nodes.length === 1 && text?.object === 'text' && text.leaves.length === 1;
  if (!isShown || leaf?.text !== url || leaf.marks.length > marks.length) return undefined;
  return /^https?:\/\/[^\s<>]+$/.test(url) ? url : undefined;
}

/**
 * Checks whether code fits between backticks. They allow neither line breaks nor only spaces, nor
 * the end of a summary, which is found before the code.
 */
function isCodeSpan(text: string): boolean {
  return !text.includes('\n') && text.trim() !== '' && !/<\/summary/i.test(text);
}

/** Returns the marks that all texts in a link share. */
function sharedMarks(nodes: InlineContent): TextMark[] {
  const leaves = nodes.flatMap((node) => (node.object === 'text' ? node.leaves : []));
  const [first, ...others] = leaves.map(({ marks }) => sortMarks(marks));
  const shared = (first ?? []).filter((mark) => {
    return (
      mark.type !== 'code' && others.every((marks) => marks.some((one) => isSameMark(one, mark)))
    );
  });
  return shared;
}

function addItem(item: Item, pieces: Piece[], marks: readonly TextMark[]): void {
  if ('text' in item) {
    if (item.isCode) {
      pieces.push({ type: 'code', text: item.text });
      return;
    }
    item.text.split('\n').forEach((text, index) => {
      if (index > 0) pieces.push({ type: 'break' });
      if (text !== '') pieces.push({ type: 'text', text });
    });
    return;
  }
  if ('url' in item) {
    pieces.push({ type: 'autolink', url: item.url });
    return;
  }
  if (!item.marks) {
    pieces.push({ type: 'void', inline: item.inline });
    return;
  }
  pieces.push({ type: 'start', inline: item.inline });
  addNodes(item.inline.nodes, pieces, marks);
  pieces.push({ type: 'end', inline: item.inline });
}
