import { sql, type PrismaTransaction } from '../../database/database.ts';
import type { DefaultLevelValue } from './default-level.ts';
import type { Parent } from './siblings.ts';

/** What the end of a collection rests on: nobody changes it until the transaction ends. */
export interface LockedCollection {
  parent: Parent;
  defaultLevel: DefaultLevelValue | null;
}

/**
 * Reads a collection and holds it, so that nobody changes it or grants something on it meanwhile.
 * Null when it is gone.
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
