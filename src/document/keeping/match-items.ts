import type { DiffBudget } from '../../lib/diff-budget.ts';
import { lineEdits } from '../../lib/line-edits.ts';
import type { InlineItem } from './inline-items.ts';

/**
 * Returns the unchanged items of a line: old indexes to new ones. Either both ends of an element
 * are included, or none.
 */
export function matchItems(
  before: readonly InlineItem[],
  after: readonly InlineItem[],
  budget: DiffBudget,
): Map<number, number> {
  const matches = new Map<number, number>();
  let at = 0;
  let index = 0;
  const keepUntil = (end: number) => {
    for (; at < end; at += 1, index += 1) matches.set(at, index);
  };
  const keys = [before, after].map((items) => items.map(({ key }) => key));
  for (const edit of lineEdits(keys[0] ?? [], keys[1] ?? [], budget)) {
    keepUntil(edit.start);
    at = edit.end;
    index += edit.lines.length;
  }
  keepUntil(before.length);
  dropHalfPairs(matches, before, after);
  return matches;
}

function dropHalfPairs(
  matches: Map<number, number>,
  before: readonly InlineItem[],
  after: readonly InlineItem[],
): void {
  const partners = new Map<object, object>();
  const ends = new Map<object, number[]>();
  for (const [index, other] of matches) {
    const pair = before[index]?.pair;
    const otherPair = after[other]?.pair;
    if (!pair || !otherPair) continue;
    ends.set(pair, [...(ends.get(pair) ?? []), index]);
    if ((partners.get(pair) ?? otherPair) === otherPair) partners.set(pair, otherPair);
    else partners.set(pair, matches);
  }
  for (const [pair, indexes] of ends) {
    const isWhole = indexes.length === 2 && partners.get(pair) !== matches;
    if (!isWhole) for (const index of indexes) matches.delete(index);
  }
}
