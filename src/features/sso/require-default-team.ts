import type { Context } from '../../context.ts';
import { badInput } from '../../errors.ts';
import { loadTeam } from '../teams/team-access.ts';

/** Requires a default team, if there is one, to be of the organization. @throws BAD_USER_INPUT */
export async function requireDefaultTeam(
  { loaders }: Context,
  organizationId: string,
  teamId: string | undefined,
): Promise<void> {
  if (teamId === undefined || (await loadTeam(loaders, { organizationId, teamId }))) return;
  throw badInput('"defaultTeam" is no team of the organization.', ['input', 'defaultTeam']);
}
