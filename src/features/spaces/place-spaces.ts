import { sql, type PrismaTransaction } from '../../database/database.ts';
import type { Parent } from '../collections/siblings.ts';

/** Puts spaces into a parent, at a position each. The caller holds the lock of the parent. */
export async function placeSpaces(
  transaction: PrismaTransaction,
  { organizationId, collectionId }: Parent,
  positions: ReadonlyMap<string, string>,
): Promise<void> {
  if (positions.size === 0) return;
  await transaction.$executeRaw(sql`
    UPDATE spaces s
    SET organization_id = ${organizationId}, parent_id = ${collectionId}, position = p.position
    FROM unnest(${[...positions.keys()]}::text[], ${[...positions.values()]}::text[])
      p(id, position)
    WHERE s.id = p.id`);
}
