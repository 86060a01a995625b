import { positionsBetween } from '../../../lib/position.ts';

/**
 * Positions for siblings in a new order that keep as many as possible of those that they have, so
 * that few pages are written.
 *
 * @param positions what each sibling has now; null for one that is new here
 */
export function keepPositions(positions: readonly (string | null)[]): string[] {
  const kept = longestRising(positions);
  const result: string[] = [];
  let index = 0;
  let previous: string | null = null;
  while (index < positions.length) {
    let next = index;
    while (next < positions.length && !kept.has(next)) next += 1;
    const following = positions[next] ?? null;
    result.push(...positionsBetween(previous, following, next - index));
    if (following !== null) result.push(following);
    previous = following;
    index = next + 1;
  }
  return result;
}

/** The indexes of a longest strictly rising subsequence (patience sorting). */
function longestRising(positions: readonly (string | null)[]): Set<number> {
  /** The index at which the best sequence of each length ends, the lowest possible one. */
  const ends: number[] = [];
  const before = new Map<number, number | undefined>();
  for (const [index, position] of positions.entries()) {
    if (position === null) continue;
    const length = lowerBound(ends, (end) => (positions[end] ?? '') >= position);
    before.set(index, ends[length - 1]);
    ends[length] = index;
  }
  const kept = new Set<number>();
  for (let index = ends.at(-1); index !== undefined; index = before.get(index)) kept.add(index);
  return kept;
}

/** The first index for which the condition holds; it holds for all that follow. */
function lowerBound<Item>(items: readonly Item[], holds: (item: Item) => boolean): number {
  let [low, high] = [0, items.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    const item = items[middle];
    if (item !== undefined && holds(item)) high = middle;
    else low = middle + 1;
  }
  return low;
}
