import { sql, type PrismaTransaction } from '../database/database.ts';
import { membershipColumns, membershipsOf } from './memberships.ts';
import type { Viewer } from './viewer.ts';

/**
 * The viewer with what they are in one organization at this moment. What a rule let pass before a
 * transaction is asked again by it inside: they may have been demoted, disabled or removed since.
 * In a transaction that holds the organization it stays so, as whoever changes members holds it.
 */
export async function viewerNow(
  transaction: PrismaTransaction,
  viewer: Viewer,
  organizationId: string,
): Promise<Viewer> {
  const rows = await transaction.$queryRaw<object[]>(sql`
    SELECT ${membershipColumns} FROM members m
    WHERE m.organization_id = ${organizationId} AND m.user_id = ${viewer.id} AND NOT m.disabled`);
  return { ...viewer, memberships: membershipsOf(rows.map((row) => Object.values(row))) };
}
