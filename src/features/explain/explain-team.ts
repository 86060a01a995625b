import type { Row } from '../../builder.ts';
import type { Context } from '../../context.ts';
import { teamPermissions } from '../teams/team-access.ts';
import { teamSource } from '../teams/team-source.ts';
import { organizationBasis } from './explain-organization.ts';
import { findExplainedUser } from './explained-user.ts';
import { explainField, explainFlags, type Explanation } from './explanation.ts';

/**
 * Explains the permissions of a team, which depend on the role in its organization and on the team.
 */
async function explainTeam(
  context: Context,
  { id, organizationId }: Row<'Team'>,
  userId: string | null | undefined,
): Promise<Explanation> {
  const user = await findExplainedUser(context, organizationId, userId);
  const team = await user.loaders.one(teamSource, id);
  const basis = organizationBasis(user, organizationId);
  const flags = team ? teamPermissions(user.viewer, team) : undefined;
  return {
    userId: user.viewer.id,
    basis,
    flags: explainFlags(['view', 'admin'], flags, (flag, allowed) => ({
      ...basis,
      ...(allowed && basis.reason === 'GUEST' && { reason: 'TEAM_MEMBERSHIP' }),
      ...(flag === 'admin' && allowed && team?.ownRole === 'owner' && { reason: 'TEAM_OWNERSHIP' }),
      needs: flag === 'view' ? 'read' : 'admin',
      scope: 'ORGANIZATION',
    })),
  };
}

explainField('Team', 'on the team', explainTeam);
