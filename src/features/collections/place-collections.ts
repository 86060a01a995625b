import { sql, type PrismaTransaction } from '../../database/database.ts';
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
