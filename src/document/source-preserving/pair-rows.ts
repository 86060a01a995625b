import type { DiffBudget } from '../../lib/diff-budget.ts';
import { lineEdits } from '../../lib/line-edits.ts';

/** Returns the old index of each unchanged value, by its new index. */
export function keptIndexes(
  before: readonly string[],
  after: readonly string[],
  budget: DiffBudget,
): Map<number, number> {
  const pairs = new Map<number, number>();
  let at = 0;
  let index = 0;
  const keepUntil = (end: number) => {
    for (; at < end; at += 1, index += 1) pairs.set(index, at);
  };
  for (const edit of lineEdits(before, after, budget)) {
    keepUntil(edit.start);
    at = edit.end;
    index += edit.lines.length;
  }
  keepUntil(before.length);
  return pairs;
}

/** Like `keptIndexes`, but also includes moved and replaced rows. */
export function pairRows(
  before: readonly string[],
  after: readonly string[],
  budget: DiffBudget,
): Map<number, number> {
  const pairs = keptIndexes(before, after, budget);
  const used = new Set(pairs.values());
  const moved = new Map(before.flatMap((key, at) => (used.has(at) ? [] : [[key, at] as const])));
  for (const [index, key] of after.entries()) {
    const at = pairs.has(index) ? undefined : moved.get(key);
    if (at === undefined) continue;
    moved.delete(key);
    pairs.set(index, at);
    used.add(at);
  }
  if (before.length !== after.length) return pairs;
  for (const index of after.keys()) {
    if (!pairs.has(index) && !used.has(index)) pairs.set(index, index);
  }
  return pairs;
}
