import { sql, type Database } from '../database/database.ts';
import { groupBy } from '../lib/group-by.ts';
import type { Role } from './roles.ts';
import type { Membership } from './viewer.ts';

/** Columns of a member `m` that `membershipsOf` reads, the first of a row. */
export const membershipColumns = sql`m.organization_id, m.role, EXISTS (
  SELECT FROM team_members tm JOIN teams t ON t.id = tm.team_id
  WHERE t.organization_id = m.organization_id AND tm.user_id = m.user_id AND tm.role = 'owner')`;

/** The memberships of one user by organization; a row without an organization is none. */
export function membershipsOf(rows: readonly unknown[][]): Map<string, Membership> {
  const memberships = new Map<string, Membership>();
  for (const [organizationId, role, ownsTeam] of rows as [string | null, Role | null, boolean][]) {
    if (organizationId !== null) memberships.set(organizationId, { role, ownsTeam });
  }
  return memberships;
}

/** Loads the current memberships of a user by organization, without disabled ones. */
export async function loadMemberships(
  database: Pick<Database, 'query'>,
  userId: string,
): Promise<Map<string, Membership>> {
  const rows = await database.query(sql`
    SELECT ${membershipColumns} FROM members m WHERE m.user_id = ${userId} AND NOT m.disabled`);
  return membershipsOf(rows);
}

/** The same for several users, in their order. */
export async function loadMembershipsOfUsers(
  database: Pick<Database, 'query'>,
  userIds: readonly string[],
): Promise<Map<string, Membership>[]> {
  const rows = await database.query(sql`
    SELECT ${membershipColumns}, m.user_id FROM members m
    WHERE m.user_id = ANY(${[...userIds]}::text[]) AND NOT m.disabled`);
  const byUser = groupBy(rows, (row) => row.at(-1));
  return userIds.map((userId) => membershipsOf(byUser.get(userId) ?? []));
}
