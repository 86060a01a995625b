import { places, type NamedPlace } from '../../auth/place.ts';
import { sql, type PrismaTransaction } from '../../database/database.ts';
import type { DefaultLevelValue } from './default-level.ts';
import type { Parent } from './siblings.ts';

// Spaces and collections share these operations, because both are contained in collections.

type Kind = NamedPlace['kind'];

/**
 * Moves spaces or collections into a parent, with their positions. The caller holds the lock of the
 * parent.
 */
export async function placeItems(
  transaction: PrismaTransaction,
  kind: Kind,
  { organizationId, collectionId }: Parent,
  positions: ReadonlyMap<string, string>,
): Promise<void> {
  if (positions.size === 0) return;
  await transaction.$executeRaw(sql`
    UPDATE ${places[kind].table} i
    SET organization_id = ${organizationId}, parent_id = ${collectionId}, position = p.position
    FROM unnest(${[...positions.keys()]}::text[], ${[...positions.values()]}::text[])
      p(id, position)
    WHERE i.id = p.id`);
}

/** Sets the default level of all items in a collection that inherit it. */
export async function settleItems(
  transaction: PrismaTransaction,
  kind: Kind,
  parentId: string,
  defaultLevel: DefaultLevelValue | null,
): Promise<void> {
  await transaction.$executeRaw(sql`
    UPDATE ${places[kind].table} i SET default_level = ${defaultLevel}
    WHERE i.parent_id = ${parentId} AND i.default_level = 'inherit'`);
}

/**
 * Transfers spaces or collections to an organization. The caller holds both organizations' locks.
 */
export async function transferItems(
  transaction: PrismaTransaction,
  kind: Kind,
  ids: readonly string[],
  organizationId: string,
): Promise<void> {
  await transaction.$executeRaw(sql`
    UPDATE ${places[kind].table} SET organization_id = ${organizationId}
    WHERE id = ANY(${[...ids]}::text[])`);
}
