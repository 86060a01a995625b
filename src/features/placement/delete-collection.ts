import { inheritGrants } from '../../auth/inherit-grants.ts';
import { requireLevel } from '../../auth/require-level.ts';
import { deleteIfFound, type Context } from '../../context.ts';
import type { PrismaTransaction } from '../../database/database.ts';
import { conflict } from '../../errors.ts';
import { findCollection } from '../collections/collection-access.ts';
import { lockCollection } from '../collections/lock-collection.ts';
import { settleItems } from '../collections/place-items.ts';
import { removeCollection } from '../collections/remove-collection.ts';
import { itemsIn, readItem, requireRoom, type Parent } from '../collections/siblings.ts';
import { lockOrganization } from '../organizations/lock-organization.ts';
import { insertionPointOf, placeAt } from './insertion-point.ts';

/**
 * Deletes a collection (interface, Collections). Its items replace it in its parent: deleted spaces
 * can be restored there, sites still show the others, and all levels are kept. Succeeds if the
 * collection does not exist for the viewer.
 *
 * @throws FORBIDDEN below `admin`, CONFLICT when there are too many items to move or grants to copy
 */
export async function deleteCollection(context: Context, id: string): Promise<void> {
  const find = findCollection(context, id, 'admin');
  await deleteIfFound(context, find, async (transaction, found) => {
    await lockOrganization(transaction, found.organizationId);
    const collection = await lockCollection(transaction, id);
    if (!collection) return;
    const { parent, defaultLevel } = collection;
    if (parent.organizationId !== found.organizationId) {
      throw conflict('The collection was transferred to another organization meanwhile.');
    }
    await requireLevel(transaction, context.viewer, { kind: 'collection', id }, 'admin');
    await inheritGrants(transaction, id);
    if (defaultLevel !== 'inherit') {
      await settleItems(transaction, 'collection', id, defaultLevel);
      await settleItems(transaction, 'space', id, defaultLevel);
    }
    await replaceByContent(transaction, parent, id);
    await removeCollection(transaction, id);
  });
}

/** Moves the items of a collection to its own position. */
async function replaceByContent(
  transaction: PrismaTransaction,
  parent: Parent,
  id: string,
): Promise<void> {
  const self = await readItem(transaction, { kind: 'collection', id });
  const items = await itemsIn(transaction, { ...parent, collectionId: id });
  if (!self || items.length === 0) return;
  await requireRoom(transaction, parent, items.length - 1);
  await placeAt(transaction, parent, await insertionPointOf(transaction, parent, self), items);
}
