import { z } from 'zod';
import type { Context } from '../../context.ts';
import { invalidPosition } from '../../errors.ts';
import type { PrismaTransaction } from '../../database/database.ts';
import { collectionSource } from '../collections/collection-source.ts';
import { readItem, siblingBeside, type Item, type Parent } from '../collections/siblings.ts';
import { spaceSource } from '../spaces/space-source.ts';
import { precedes, type InsertionPoint } from './insertion-point.ts';

const sibling = z.object({ space: z.string().nullish(), collection: z.string().nullish() });

/** A position among siblings: before one, after one, or between two. */
export const position = z.object({ before: sibling.nullish(), after: sibling.nullish() });

type Position = z.output<typeof position>;

const sides = ['before', 'after'] as const;

/** Returns the space or collection on one side of a position; null if that side is absent. */
function namedBy(place: Position, side: (typeof sides)[number]): Pick<Item, 'kind' | 'id'> | null {
  const given = place[side];
  if (given?.space) return { kind: 'space', id: given.space };
  return given?.collection ? { kind: 'collection', id: given.collection } : null;
}

/**
 * Requires that the siblings exist for the viewer and are not deleted.
 *
 * @throws INVALID_POSITION
 */
export async function requireVisibleSiblings({ loaders }: Context, given: Position): Promise<void> {
  for (const side of sides) {
    const named = namedBy(given, side);
    if (!named) continue;
    const { kind, id } = named;
    const found =
      kind === 'space'
        ? (await loaders.one(spaceSource, id))?.deletedAt === null
        : (await loaders.one(collectionSource, id)) !== null;
    if (!found) throw notBeside(side, kind);
  }
}

/**
 * Returns the insertion point of a position among the siblings in a parent, ignoring the moved
 * item. Between two siblings, it is directly before the latter.
 *
 * @throws INVALID_POSITION for a position that does not exist there
 */
export async function findInsertionPoint(
  transaction: PrismaTransaction,
  parent: Parent,
  movedId: string,
  given: Position,
): Promise<InsertionPoint> {
  const find = async (side: (typeof sides)[number]) => {
    const named = namedBy(given, side);
    if (!named) return null;
    if (named.id === movedId) {
      throw invalidPosition(
        `"position.${side}" is the ${named.kind} that is moved: name another one.`,
      );
    }
    const item = await readItem(transaction, named);
    const isBeside =
      item?.parentId === parent.collectionId && item.organizationId === parent.organizationId;
    if (!isBeside) throw notBeside(side, named.kind);
    return item;
  };
  const [before, after] = [await find('before'), await find('after')];
  if (before && after && !precedes(after, before)) {
    throw invalidPosition('"position.after" must come before "position.before".');
  }
  const beside = (side: 'before' | 'after', of: Item) =>
    siblingBeside(transaction, parent, { side, of, not: movedId });
  if (before) return { after: await beside('before', before), before };
  if (after) return { after, before: await beside('after', after) };
  throw invalidPosition('"position" needs "before" or "after".');
}

function notBeside(side: string, kind: string) {
  return invalidPosition(
    `"position.${side}" must be a ${kind} in the place that the item is moved to.`,
  );
}
