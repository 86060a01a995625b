import { sql, type PrismaTransaction } from '../../database/database.ts';
import type { DefaultLevelValue } from './default-level.ts';
import type { Parent } from './siblings.ts';

/** Locked state of a collection. */
export interface LockedCollection {
  parent: Parent;
  defaultLevel: DefaultLevelValue | null;
}

/**
 * Locks a collection, so that nobody changes it or grants access to it meanwhile. Returns null if
 * it is deleted.
 */
export async function lockCollection(
  transaction: PrismaTransaction,
  id: string,
): Promise<LockedCollection | null> {
  const [collection] = await transaction.$queryRaw<
    { organizationId: string; parentId: string | null; defaultLevel: DefaultLevelValue | null }[]
  >(sql`
    SELECT c.organization_id AS "organizationId", c.parent_id AS "parentId",
      c.default_level AS "defaultLevel"
    FROM collections c WHERE c.id = ${id} FOR UPDATE`);
  if (!collection) return null;
  const { organizationId, parentId, defaultLevel } = collection;
  return { parent: { organizationId, collectionId: parentId }, defaultLevel };
}
