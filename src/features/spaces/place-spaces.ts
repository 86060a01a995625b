import { sql, type PrismaTransaction } from '../../database/database.ts';
import type { DefaultLevelValue } from '../collections/default-level.ts';
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

/** Gives the spaces in a collection that inherit their default level one of their own. */
export async function settleSpaces(
  transaction: PrismaTransaction,
  parentId: string,
  defaultLevel: DefaultLevelValue | null,
): Promise<void> {
  await transaction.space.updateMany({
    where: { parentId, defaultLevel: 'inherit' },
    data: { defaultLevel },
  });
}

/** Makes an organization the owner of spaces. The caller holds the lock of both owners. */
export async function giveSpaces(
  transaction: PrismaTransaction,
  ids: readonly string[],
  organizationId: string,
): Promise<void> {
  await transaction.$executeRaw(sql`
    UPDATE spaces SET organization_id = ${organizationId} WHERE id = ANY(${[...ids]}::text[])`);
}
