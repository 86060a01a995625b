import type { Viewer } from '../../auth/viewer.ts';
import type { Row } from '../../builder.ts';
import type { Context } from '../../context.ts';
import { AppError, notFound } from '../../errors.ts';
import type { Loaders } from '../../pagination/loaders.ts';
import { organizationPermissions } from '../organizations/organization-access.ts';
import { teamSource } from './team-source.ts';

/** Permission flags of a team (interface, Team). */
export interface TeamPermissions {
  view: boolean;
  admin: boolean;
}

/** Natural key of a team, as in a `/v1` path. */
export interface TeamKey {
  organizationId: string;
  teamId: string;
}

/** Returns the viewer's permissions for a visible team, as shown and as enforced. */
export function teamPermissions(
  viewer: Viewer,
  { organizationId, ownRole }: Pick<Row<'Team'>, 'organizationId' | 'ownRole'>,
): TeamPermissions {
  const { admin } = organizationPermissions(viewer, organizationId);
  return { view: true, admin: admin || ownRole === 'owner' };
}

/** Loads a team by its key; null if it does not exist for the viewer. */
export function loadTeam(
  loaders: Loaders,
  { organizationId, teamId }: TeamKey,
): Promise<Row<'Team'> | null> {
  return loaders.oneIn(teamSource, teamId, 'organizationId', organizationId);
}

/**
 * Finds a team by its key and checks a permission flag.
 *
 * @throws NOT_FOUND when it does not exist for the viewer, FORBIDDEN when the flag is false
 */
export async function findTeam(
  { loaders, viewer }: Context,
  key: TeamKey,
  flag: keyof TeamPermissions = 'view',
): Promise<Row<'Team'>> {
  const team = await loadTeam(loaders, key);
  if (!team) throw notFound('team', key.teamId);
  if (!teamPermissions(viewer, team)[flag]) throw administratorsOnly(team);
  return team;
}

/** Returns the error for a viewer who changes a team without administering it. */
export function administratorsOnly({ title }: Pick<Row<'Team'>, 'title'>): AppError {
  return new AppError(
    'FORBIDDEN',
    `To change the team "${title}" you must own it or have the role "admin" in the organization.`,
  );
}
