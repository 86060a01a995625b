import { sql, type PrismaTransaction } from '../../database/database.ts';
import type { DefaultLevelValue } from './default-level.ts';
import type { Parent } from './siblings.ts';

/** Puts collections into a parent, at a position each. The caller holds the lock of the parent. */
export async function placeCollections(
  transaction: PrismaTransaction,
  { organizationId, collectionId }: Parent,
  positions: ReadonlyMap<string, string>,
): Promise<void> {
  if (positions.size === 0) return;
  await transaction.$executeRaw(sql`
    UPDATE collections c
    SET organization_id = ${organizationId}, parent_id = ${collectionId}, position = p.position
    FROM unnest(${[...positions.keys()]}::text[], ${[...positions.values()]}::text[])
      p(id, position)
    WHERE c.id = p.id`);
}

/** Gives the collections in one that inherit their default level a default level of their own. */
export async function settleCollections(
  transaction: PrismaTransaction,
  parentId: string,
  defaultLevel: DefaultLevelValue | null,
): Promise<void> {
  await transaction.collection.updateMany({
    where: { parentId, defaultLevel: 'inherit' },
    data: { defaultLevel },
  });
}

/** Makes an organization the owner of collections. The caller holds the lock of both owners. */
export async function giveCollections(
  transaction: PrismaTransaction,
  ids: readonly string[],
  organizationId: string,
): Promise<void> {
  await transaction.$executeRaw(sql`
    UPDATE collections SET organization_id = ${organizationId}
    WHERE id = ANY(${[...ids]}::text[])`);
}

/** Removes a collection that holds nothing any more, with the grants on it. */
export async function removeCollection(transaction: PrismaTransaction, id: string): Promise<void> {
  await transaction.collection.delete({ where: { id } });
}
