import { places, type NamedPlace } from '../../auth/place.ts';
import { sql, type PrismaTransaction } from '../../database/database.ts';
import type { DefaultLevelValue } from './default-level.ts';
import type { Parent } from './siblings.ts';

// Spaces and collections lie in collections alike: what says where, and what comes from there, is
// written here for both.

type Kind = NamedPlace['kind'];

/**
 * Puts spaces or collections into a parent, at a position each. The caller holds the lock of the
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

/** Gives what lies in a collection and inherits its default level a default level of its own. */
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
 * Makes an organization the owner of spaces or collections. The caller holds both owners' locks.
 */
export async function giveItems(
  transaction: PrismaTransaction,
  kind: Kind,
  ids: readonly string[],
  organizationId: string,
): Promise<void> {
  await transaction.$executeRaw(sql`
    UPDATE ${places[kind].table} SET organization_id = ${organizationId}
    WHERE id = ANY(${[...ids]}::text[])`);
}
