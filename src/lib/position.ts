import { generateKeyBetween, generateNKeysBetween } from 'fractional-indexing';

/** Something that has a place among its siblings. */
interface Positioned {
  position: string;
}

/**
 * A fractional index between two siblings, so that a move writes one row. Positions compare by
 * their bytes (`COLLATE "C"` in the database).
 *
 * @param after position of the sibling that comes before the new place, null at the start
 * @param before position of the sibling that comes after it, null at the end
 */
export function positionBetween(after: string | null, before: string | null): string {
  return generateKeyBetween(after, before);
}

/** A position behind all siblings, which are in their order, for one more. */
export function positionBehind(siblings: readonly Positioned[]): string {
  return positionBetween(siblings.at(-1)?.position ?? null, null);
}

/** Compares siblings by their positions, for sorting. */
export function byPosition(a: Positioned, b: Positioned): number {
  if (a.position === b.position) return 0;
  return a.position < b.position ? -1 : 1;
}

/** Fresh, short positions for as many siblings, in order. */
export function evenPositions(count: number): string[] {
  return generateNKeysBetween(null, null, count);
}

/** As many positions between two siblings (null at the start and at the end), in order. */
export function positionsBetween(
  after: string | null,
  before: string | null,
  count: number,
): string[] {
  return generateNKeysBetween(after, before, count);
}

/** Longest fractional index before siblings are numbered anew: an index takes 2,700 bytes. */
const POSITION_LENGTH_MAX = 200;

/**
 * As many positions between two siblings, in order; null where there are none that are short, so
 * that all siblings need fresh ones.
 */
export function shortPositionsBetween(
  after: string | null,
  before: string | null,
  count: number,
): string[] | null {
  if (after !== null && before !== null && after >= before) return null;
  const positions = positionsBetween(after, before, count);
  return positions.every(({ length }) => length <= POSITION_LENGTH_MAX) ? positions : null;
}
