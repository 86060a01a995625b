import { z } from 'zod';
import { requireLevel } from '../../auth/require-level.ts';
import type { Context } from '../../context.ts';
import type { PrismaTransaction } from '../../database/database.ts';
import { AppError, badInput, conflict, noChange, notFound } from '../../errors.ts';
import { findParent } from '../collections/find-parent.ts';
import { pathTo, requireDepth, subtreeOf } from '../collections/nesting.ts';
import {
  lastItem,
  lockParent,
  readItem,
  requireRoom,
  type Item,
  type Parent,
} from '../collections/siblings.ts';
import { findOwnParent } from './find-own-parent.ts';
import { placeAt, precedes, type InsertionPoint } from './insertion-point.ts';
import { findInsertionPoint, position, requireVisibleSiblings } from './sibling.ts';

/**
 * The destination of a move (interface, Spaces). An absent parent is kept, null is the top level.
 */
export const destination = z.object({
  parent: z.string().nullable().optional(),
  position: position.optional(),
});

type Destination = z.output<typeof destination>;

/** The item to move, as the viewer sees it. */
type Moved = Omit<Item, 'position'>;

/**
 * Moves a collection or space to another parent, another position, or both. The caller must check
 * that the viewer may move it.
 *
 * @throws BAD_USER_INPUT for a parent that is not a collection of the organization, FORBIDDEN below
 *   `create` there, INVALID_POSITION for a missing sibling, or a parent below the collection
 *   itself, NO_CHANGE at the current position, CONFLICT when the parent is full or too deep
 */
export async function moveItem(context: Context, moved: Moved, to: Destination): Promise<void> {
  if (to.parent === undefined && to.position === undefined) {
    throw badInput('Give "parent", "position" or both.', ['input']);
  }
  const parent = await findTarget(context, moved, to);
  if (to.position) await requireVisibleSiblings(context, to.position);
  await context.write(async (transaction) => {
    await lockParent(transaction, context.viewer, parent);
    const item = await readItem(transaction, moved);
    if (item?.organizationId !== parent.organizationId) throw notFound(moved.kind, moved.id);
    await requireLevel(transaction, context.viewer, moved, 'admin');
    if (to.parent === undefined && item.parentId !== parent.collectionId) {
      throw conflict(`The ${moved.kind} was moved away meanwhile.`);
    }
    const insertionPoint = await insertionPointFor(transaction, parent, item, to);
    await placeAt(transaction, parent, insertionPoint, [item]);
  });
}

/** Returns the new parent, in which the viewer must be allowed to arrange items. */
async function findTarget(context: Context, moved: Moved, to: Destination): Promise<Parent> {
  if (to.parent === undefined) return findOwnParent(context, moved);
  return findParent(context, moved.organizationId, to.parent);
}

/**
 * Returns the insertion point. @throws NO_CHANGE at the current position, and the errors of
 * moveItem
 */
async function insertionPointFor(
  transaction: PrismaTransaction,
  parent: Parent,
  item: Item,
  to: Destination,
): Promise<InsertionPoint> {
  const stays = item.parentId === parent.collectionId;
  if (!stays) {
    await requireRoom(transaction, parent, 1);
    if (item.kind === 'collection') await requireNesting(transaction, parent, item.id);
  }
  if (!to.position) {
    if (stays)
      throw noChange(
        `The ${item.kind} lies there already: give another "parent", or a "position".`,
      );
    return { after: await lastItem(transaction, parent), before: null };
  }
  const insertionPoint = await findInsertionPoint(transaction, parent, item.id, to.position);
  const isThere =
    stays &&
    (insertionPoint.after === null || precedes(insertionPoint.after, item)) &&
    (insertionPoint.before === null || precedes(item, insertionPoint.before));
  if (isThere)
    throw noChange(`The ${item.kind} is at that place already: give another "position".`);
  return insertionPoint;
}

/**
 * @throws INVALID_POSITION for a parent below the collection itself, CONFLICT when it is nested too
 *   deep
 */
async function requireNesting(
  transaction: PrismaTransaction,
  { collectionId }: Parent,
  movedId: string,
): Promise<void> {
  const path = await pathTo(transaction, collectionId);
  if (path.includes(movedId)) {
    const message = '"parent" must be neither the collection itself nor one below it.';
    throw new AppError('INVALID_POSITION', message, ['input', 'parent']);
  }
  const { height } = await subtreeOf(transaction, movedId);
  requireDepth(path.length + height);
}
