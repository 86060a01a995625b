import { requireLevel } from '../../auth/require-level.ts';
import type { Viewer } from '../../auth/viewer.ts';
import { rawSql, sql, type PrismaTransaction, type Sql } from '../../database/database.ts';
import { conflict } from '../../errors.ts';
import { positionBetween } from '../../lib/position.ts';
import { lockOrganizationFor } from '../organizations/lock-organization-for.ts';

/** Maximum number of spaces and collections in one parent, including deleted spaces. */
export const SIBLINGS_MAX = 20_000;

/** Parent of collections and spaces: a collection, or the top level if its id is null. */
export interface Parent {
  organizationId: string;
  collectionId: string | null;
}

/** Collection or space in the common order of its siblings. */
export interface Item {
  kind: 'collection' | 'space';
  id: string;
  organizationId: string;
  parentId: string | null;
  position: string;
}

const itemColumns = sql`i.kind, i.id, i.organization_id AS "organizationId",
  i.parent_id AS "parentId", i.position`;

/** Returns SQL that is true when the row `i` of the view `collection_items` is in a parent. */
function liesIn({ organizationId, collectionId }: Parent): Sql {
  return collectionId === null
    ? sql`(i.organization_id = ${organizationId} AND i.parent_id IS NULL)`
    : sql`i.parent_id = ${collectionId}`;
}

/**
 * Locks the structure of an organization until the transaction ends. Code that decides on parents,
 * positions or counts must call it before it reads them. Then checks whether the viewer may add
 * items to the parent.
 *
 * @throws CONFLICT when the parent was deleted or transferred meanwhile, NOT_FOUND and FORBIDDEN
 *   when the viewer lost the permission meanwhile
 */
export async function lockParent(
  transaction: PrismaTransaction,
  viewer: Viewer,
  { organizationId, collectionId }: Parent,
): Promise<void> {
  if (collectionId === null) {
    await lockOrganizationFor(transaction, viewer, organizationId, 'createContent');
    return;
  }
  await lockOrganizationFor(transaction, viewer, organizationId, 'view');
  const there = await transaction.collection.count({ where: { id: collectionId, organizationId } });
  if (there === 0) throw conflict('The collection was deleted or moved away meanwhile.');
  await requireLevel(transaction, viewer, { kind: 'collection', id: collectionId }, 'create');
}

/**
 * Returns the position after all siblings. Collections and spaces share one order. The caller holds
 * the lock of the parent.
 *
 * @throws CONFLICT when the parent is full
 */
export async function lastPosition(
  transaction: PrismaTransaction,
  parent: Parent,
): Promise<string> {
  await requireRoom(transaction, parent, 1);
  const last = await lastItem(transaction, parent);
  return positionBetween(last?.position ?? null, null);
}

/** @throws CONFLICT when a parent has no room for that many more. The caller holds its lock. */
export async function requireRoom(
  transaction: PrismaTransaction,
  parent: Parent,
  more: number,
): Promise<void> {
  const [found] = await transaction.$queryRaw<{ count: number }[]>(sql`
    SELECT count(*)::int AS count FROM collection_items i WHERE ${liesIn(parent)}`);
  if ((found?.count ?? 0) + more <= SIBLINGS_MAX) return;
  throw conflict(
    `At most ${SIBLINGS_MAX} spaces and collections can be in one place: move or delete some.`,
  );
}

/** Reads a collection or space in the transaction; null if it is deleted. */
export async function readItem(
  transaction: PrismaTransaction,
  { kind, id }: Pick<Item, 'kind' | 'id'>,
): Promise<Item | null> {
  const [item] = await transaction.$queryRaw<Item[]>(sql`
    SELECT ${itemColumns} FROM collection_items i WHERE i.id = ${id} AND i.kind = ${kind}`);
  return item ?? null;
}

/** Reads all items in a parent in order, including deleted spaces. */
export function itemsIn(transaction: PrismaTransaction, parent: Parent): Promise<Item[]> {
  return transaction.$queryRaw<Item[]>(sql`
    SELECT ${itemColumns} FROM collection_items i WHERE ${liesIn(parent)}
    ORDER BY i.position, i.id`);
}

/** Reads the last item in a parent; null if it is empty. */
export async function lastItem(
  transaction: PrismaTransaction,
  parent: Parent,
): Promise<Item | null> {
  const [item] = await transaction.$queryRaw<Item[]>(sql`
    SELECT ${itemColumns} FROM collection_items i WHERE ${liesIn(parent)}
    ORDER BY i.position DESC, i.id DESC LIMIT 1`);
  return item ?? null;
}

/** Returns the nearest sibling on one side of an item, other than the excluded one. */
export async function siblingBeside(
  transaction: PrismaTransaction,
  parent: Parent,
  place: { side: 'before' | 'after'; of: Item; not: string },
): Promise<Item | null> {
  const { side, of, not } = place;
  const [operator, direction] = side === 'before' ? ['<', 'DESC'] : ['>', 'ASC'];
  const [item] = await transaction.$queryRaw<Item[]>(sql`
    SELECT ${itemColumns} FROM collection_items i
    WHERE ${liesIn(parent)} AND i.id <> ${not}
      AND (i.position, i.id) ${rawSql(operator)} (${of.position}, ${of.id})
    ORDER BY i.position ${rawSql(direction)}, i.id ${rawSql(direction)} LIMIT 1`);
  return item ?? null;
}
