import { AppError } from '../../errors.ts';
import { evenPositions, positionBetween } from '../../lib/position.ts';

/** Longest fractional index before the siblings are numbered anew: the index takes 2,700 bytes. */
const POSITION_LENGTH_MAX = 200;

/** The siblings between which something is moved, by their ids. */
export interface Place {
  before?: string | null | undefined;
  after?: string | null | undefined;
}

export interface Sibling {
  id: string;
  position: string;
}

/**
 * The positions that a move writes, by id: one, but for the rare case that there is no short
 * position left at that place.
 *
 * @param siblings all siblings in their order, the moved one included
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
  const index = indexOf(others, movedId, place, noun);
  const position = positionBetween(
    others[index - 1]?.position ?? null,
    others[index]?.position ?? null,
  );
  if (position.length <= POSITION_LENGTH_MAX) return new Map([[movedId, position]]);
  const ids = others.map(({ id }) => id).toSpliced(index, 0, movedId);
  const fresh = evenPositions(ids.length);
  return new Map(ids.map((id, number) => [id, fresh[number] ?? position]));
}

/** Where among the others the moved one goes. */
function indexOf(
  others: readonly Sibling[],
  movedId: string,
  { before, after }: Place,
  noun: string,
): number {
  const find = (name: string, id: string): number => {
    if (id === movedId) throw invalidPosition(`"position.${name}" is the ${noun} that is moved.`);
    const index = others.findIndex((other) => other.id === id);
    if (index < 0) throw invalidPosition(`"position.${name}" is no ${noun} beside the moved one.`);
    return index;
  };
  const fromBefore = before ? find('before', before) : undefined;
  const fromAfter = after ? find('after', after) + 1 : undefined;
  if (fromBefore !== undefined && fromAfter !== undefined && fromBefore !== fromAfter) {
    throw invalidPosition('"position.after" is not directly followed by "position.before".');
  }
  const index = fromBefore ?? fromAfter;
  if (index === undefined) throw invalidPosition('"position" needs "before" or "after".');
  return index;
}

export function invalidPosition(message: string): AppError {
  return new AppError('INVALID_POSITION', message, ['input', 'position']);
}
