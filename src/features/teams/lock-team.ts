import type { Viewer } from '../../auth/viewer.ts';
import { sql, type PrismaTransaction } from '../../database/database.ts';
import { queryTogether } from '../../database/direct-transaction.ts';
import { notFound } from '../../errors.ts';
import { lockOrganizationQuery } from '../organizations/lock-organization.ts';
import { ownersOnly, type TeamKey } from './team-access.ts';
import { teamAdministeredSql } from './team-administered-sql.ts';

/**
 * Holds a team together with the members of its organization: no two changes of them happen at
 * once, so that nobody gets into a team who has just been removed from the organization, and nobody
 * changes one that they do not own any more.
 *
 * @throws NOT_FOUND when the team is gone, FORBIDDEN when the viewer does not administrate it
 */
export async function lockTeam(
  transaction: PrismaTransaction,
  viewer: Viewer,
  { organizationId, teamId }: TeamKey,
): Promise<void> {
  // Whoever is no member holds nothing.
  if (!viewer.memberships.has(organizationId)) throw notFound('team', teamId);
  const [, teams] = await queryTogether(transaction, [
    lockOrganizationQuery(organizationId),
    sql`SELECT t.title, ${teamAdministeredSql(sql`${viewer.id}`)} AS administered FROM teams t
      WHERE t.id = ${teamId} AND t.organization_id = ${organizationId}`,
  ]);
  const [team] = teams as { title: string; administered: boolean }[];
  if (!team) throw notFound('team', teamId);
  if (!team.administered) throw ownersOnly(team);
}
