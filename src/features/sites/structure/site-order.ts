import { invalidPosition } from '../../../errors.ts';
import { evenPositions, shortPositionsBetween } from '../../../lib/position.ts';

/** Place between two siblings; one side is enough. */
export interface Place<Neighbor = string> {
  before?: Neighbor | null | undefined;
  after?: Neighbor | null | undefined;
}

export interface Sibling {
  id: string;
  position: string;
  /** Whether the viewer cannot see it. Its visible neighbors then count as adjacent. */
  hidden?: boolean;
}

/**
 * Returns the new positions after a move, by id. Usually only one changes, unless no short position
 * is left at that place.
 *
 * @param siblings all siblings in order, with or without the moved one
 * @param noun name of the siblings in messages
 * @throws INVALID_POSITION for a place that does not exist among the siblings
 */
export function planMove(
  siblings: readonly Sibling[],
  movedId: string,
  place: Place,
  noun: string,
): ReadonlyMap<string, string> {
  const others = siblings.filter(({ id }) => id !== movedId);
  return planInsert(others, indexOf(others, movedId, place, noun), [movedId]);
}

/**
 * Returns the positions that insert items in the given order before the sibling at an index.
 * Includes those of all siblings if no short ones are left at that place.
 */
export function planInsert(
  siblings: readonly Sibling[],
  index: number,
  ids: readonly string[],
): ReadonlyMap<string, string> {
  const previous = siblings[index - 1]?.position ?? null;
  const next = siblings[index]?.position ?? null;
  const between = shortPositionsBetween(previous, next, ids.length);
  if (between) return positionsOf(ids, between);
  const all = siblings.map(({ id }) => id).toSpliced(index, 0, ...ids);
  return positionsOf(all, evenPositions(all.length));
}

function positionsOf(
  ids: readonly string[],
  positions: readonly string[],
): ReadonlyMap<string, string> {
  return new Map(ids.map((id, index) => [id, positions[index] ?? '']));
}

/** Returns the index among the other siblings at which the moved one is inserted. */
function indexOf(
  others: readonly Sibling[],
  movedId: string,
  { before, after }: Place,
  noun: string,
): number {
  const find = (name: string, id: string): number => {
    if (id === movedId)
      throw invalidPosition(`"position.${name}" is the ${noun} that is moved: name another one.`);
    const index = others.findIndex((other) => other.id === id && !other.hidden);
    if (index < 0)
      throw invalidPosition(`"position.${name}" must be a ${noun} beside the moved one.`);
    return index;
  };
  const fromBefore = before ? find('before', before) : undefined;
  const fromAfter = after ? find('after', after) + 1 : undefined;
  if (fromBefore !== undefined && fromAfter !== undefined) {
    const between = others.slice(fromAfter, fromBefore);
    if (fromBefore < fromAfter || between.some(({ hidden }) => !hidden)) {
      throw invalidPosition(
        '"position.after" is not directly followed by "position.before": give one of the two.',
      );
    }
  }
  const index = fromBefore ?? fromAfter;
  if (index === undefined) throw invalidPosition('"position" needs "before" or "after".');
  return index;
}
