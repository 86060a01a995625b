import { generateKeyBetween, generateNKeysBetween } from 'fractional-indexing';

/** A resource with a position among its siblings. */
interface Positioned {
  position: string;
}

/**
 * Returns a fractional index between two siblings, so that a move writes one row. Positions are
 * compared by bytes (`COLLATE "C"` in the database).
 *
 * @param after position of the previous sibling; null at the start
 * @param before position of the next sibling; null at the end
 */
export function positionBetween(after: string | null, before: string | null): string {
  return generateKeyBetween(after, before);
}

/** Returns a position after all siblings, which must be sorted. */
export function positionBehind(siblings: readonly Positioned[]): string {
  return positionBetween(siblings.at(-1)?.position ?? null, null);
}

/** Compares siblings by their positions, for sorting. */
export function byPosition(a: Positioned, b: Positioned): number {
  if (a.position === b.position) return 0;
  return a.position < b.position ? -1 : 1;
}

/** Returns new, short positions for a number of siblings, in order. */
export function evenPositions(count: number): string[] {
  return generateNKeysBetween(null, null, count);
}

/**
 * Returns a number of positions between two siblings (null at the start and at the end), in order.
 */
export function positionsBetween(
  after: string | null,
  before: string | null,
  count: number,
): string[] {
  return generateNKeysBetween(after, before, count);
}

/**
 * Maximum length of a position before siblings are renumbered: an index entry takes 2,700 bytes.
 */
const POSITION_LENGTH_MAX = 200;

/**
 * Returns a number of short positions between two siblings, in order. Returns null if there are
 * none: then all siblings need new positions.
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
