import { generateKeyBetween, generateNKeysBetween } from 'fractional-indexing';

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
