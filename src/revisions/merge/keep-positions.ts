import { positionsBetween } from '../../lib/position.ts';

/**
 * Returns positions for reordered siblings. Keeps as many current positions as possible, so that
 * few pages are written.
 *
 * @param positions current positions; null for a new sibling
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

/** Returns the indexes of a longest strictly increasing subsequence (patience sorting). */
function longestRising(positions: readonly (string | null)[]): Set<number> {
  /** For each length, the last index of the best subsequence: the one that ends lowest. */
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

/** Returns the first index for which the condition holds. It must hold for all later ones. */
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
