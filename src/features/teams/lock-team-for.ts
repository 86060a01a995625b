import type { Viewer } from '../../auth/viewer.ts';
import { sql, type PrismaTransaction } from '../../database/database.ts';
import { queryTogether } from '../../database/direct-transaction.ts';
import { notFound } from '../../errors.ts';
import { lockOrganizationQuery } from '../organizations/lock-organization.ts';
import { administratorsOnly, type TeamKey } from './team-access.ts';
import { teamAdministeredSql } from './team-administered-sql.ts';

/**
 * Locks a team with the members of its organization, and checks that the viewer administers it.
 * Changes are serialized, so that removed members cannot be added to a team, nor former owners
 * change it.
 *
 * @throws NOT_FOUND when the team does not exist, FORBIDDEN when the viewer does not administer it
 */
export async function lockTeamFor(
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
  if (!team.administered) throw administratorsOnly(team);
}
