import { invalidPosition } from '../../../errors.ts';
import { evenPositions, shortPositionsBetween } from '../../../lib/position.ts';

/** The siblings between which something is moved; one side is enough. */
export interface Place<Neighbor = string> {
  before?: Neighbor | null | undefined;
  after?: Neighbor | null | undefined;
}

export interface Sibling {
  id: string;
  position: string;
  /** It does not exist for the viewer, for whom its neighbours are next to each other. */
  hidden?: boolean;
}

/**
 * The positions that a move writes, by id: one, but for the rare case that there is no short
 * position left at that place.
 *
 * @param siblings all siblings in their order, with or without the moved one
 * @param noun what the siblings are, for messages
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
 * The positions that put items, in the given order, before the sibling with that index: theirs, and
 * those of all siblings when there are no short ones left at that place.
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

/** Where among the others the moved one goes. */
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
