import type { TextMark } from '../document-tree.ts';

/** Marks from the outermost to the innermost. */
const order: readonly TextMark['type'][] = [
  ...(['color', 'superscript', 'subscript', 'keyboard'] as const),
  ...(['bold', 'italic', 'strikethrough', 'code'] as const),
];

/** Sorts marks in the order in which they are written. Keeps the last mark of each kind. */
export function sortMarks(marks: readonly TextMark[]): TextMark[] {
  return order.flatMap((type) => marks.findLast((mark) => mark.type === type) ?? []);
}

/** Checks whether two marks have the same effect. */
export function isSameMark(one: TextMark, other: TextMark): boolean {
  if (one.type !== 'color' || other.type !== 'color') return one.type === other.type;
  return one.data.text === other.data.text && one.data.background === other.data.background;
}
