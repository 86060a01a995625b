import { sql, type PrismaTransaction, type Sql } from '../../database/database.ts';
import { conflict } from '../../errors.ts';
import { positionBetween } from '../../lib/position.ts';
import { lockOrganization } from '../organizations/lock-organization.ts';

/** Most spaces and collections beside each other, deleted spaces included. */
export const SIBLINGS_MAX = 20_000;

/** Where collections and spaces lie: in a collection or, where its id is null, at the top. */
export interface Parent {
  organizationId: string;
  collectionId: string | null;
}

/** The condition that the row `i` of the view `collection_items` lies in a parent. */
export function liesIn({ organizationId, collectionId }: Parent): Sql {
  return collectionId === null
    ? sql`(i.organization_id = ${organizationId} AND i.parent_id IS NULL)`
    : sql`i.parent_id = ${collectionId}`;
}

/**
 * Makes the transaction the only one that changes where things lie in an organization until it
 * ends: whoever decides on parents, positions or counts takes this first, and reads after it.
 *
 * @throws CONFLICT when the parent was deleted or left the organization meanwhile
 */
export async function lockParent(
  transaction: PrismaTransaction,
  { organizationId, collectionId }: Parent,
): Promise<void> {
  await lockOrganization(transaction, organizationId);
  if (collectionId === null) return;
  const there = await transaction.collection.count({ where: { id: collectionId, organizationId } });
  if (there === 0) throw conflict('The collection was deleted or moved away meanwhile.');
}

/**
 * The position behind all siblings, for one more. Collections and spaces are in one order. The
 * caller holds the lock of the parent.
 *
 * @throws CONFLICT when the parent is full
 */
export async function lastPosition(
  transaction: PrismaTransaction,
  parent: Parent,
): Promise<string> {
  const [siblings] = await transaction.$queryRaw<{ last: string | null; count: number }[]>(sql`
    SELECT max(i.position) AS last, count(*)::int AS count FROM collection_items i
    WHERE ${liesIn(parent)}`);
  requireRoom((siblings?.count ?? 0) + 1);
  return positionBetween(siblings?.last ?? null, null);
}

/** @throws CONFLICT when that many siblings are too many */
export function requireRoom(count: number): void {
  if (count <= SIBLINGS_MAX) return;
  throw conflict(`At most ${SIBLINGS_MAX} spaces and collections can lie in one place.`);
}
