import type { TextMark } from '../document-tree.ts';

/** Marks from the outermost to the innermost, as they are written around text. */
const order: readonly TextMark['type'][] = [
  ...(['color', 'superscript', 'subscript', 'keyboard'] as const),
  ...(['bold', 'italic', 'strikethrough', 'code'] as const),
];

/** Marks in the order in which they are written, each kind once: the last of a kind counts. */
export function sortMarks(marks: readonly TextMark[]): TextMark[] {
  return order.flatMap((type) => marks.findLast((mark) => mark.type === type) ?? []);
}

/** Whether two marks do the same to text. */
export function isSameMark(one: TextMark, other: TextMark): boolean {
  if (one.type !== 'color' || other.type !== 'color') return one.type === other.type;
  return one.data.text === other.data.text && one.data.background === other.data.background;
}
