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
