import { sql, type PrismaTransaction } from '../database/database.ts';
import { queryTogether } from '../database/direct-transaction.ts';
import { notFound } from '../errors.ts';
import { places, type NamedPlace } from './place.ts';
import { checkLevel, heldLevelQuery } from './require-level.ts';
import type { Role } from './roles.ts';
import type { Viewer } from './viewer.ts';

/**
 * Holds a space or a collection of an organization as it is, so that whoever changes, moves,
 * transfers or deletes it waits for the end of the transaction; and asks for the viewer's level on
 * it, now that it is held.
 *
 * @throws NOT_FOUND when it is gone, to another organization, too, and what checkLevel throws
 */
export async function lockPlace(
  transaction: PrismaTransaction,
  viewer: Viewer,
  place: NamedPlace & { organizationId: string },
  role: Role,
): Promise<void> {
  const { kind, id, organizationId } = place;
  const [held = [], levels = []] = await queryTogether(transaction, [
    sql`SELECT FROM ${places[kind].table} s
      WHERE s.id = ${id} AND s.organization_id = ${organizationId} FOR NO KEY UPDATE`,
    heldLevelQuery(viewer, place),
  ]);
  if (held.length === 0) throw notFound(kind, id);
  checkLevel(levels, place, role);
}
