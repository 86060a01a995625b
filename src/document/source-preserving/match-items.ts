import type { DiffBudget } from '../../lib/diff-budget.ts';
import type { InlineItem } from './inline-items.ts';
import { keptIndexes } from './pair-rows.ts';

/**
 * Returns the unchanged items of a line: old indexes to new ones. Either both ends of an element
 * are included, or none.
 */
export function matchItems(
  before: readonly InlineItem[],
  after: readonly InlineItem[],
  budget: DiffBudget,
): Map<number, number> {
  const [oldKeys = [], newKeys = []] = [before, after].map((items) => items.map(({ key }) => key));
  const kept = [...keptIndexes(oldKeys, newKeys, budget)];
  const matches = new Map(kept.map(([index, at]) => [at, index]));
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
