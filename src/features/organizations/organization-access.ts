import type { Viewer } from '../../auth/viewer.ts';
import { levelOf, permissionsAt, type Role } from '../../auth/roles.ts';
import type { Row } from '../../builder.ts';
import type { Context } from '../../context.ts';
import { forbidden, notFound } from '../../errors.ts';
import { organizationSource } from './organization-source.ts';

/** Role required by each flag; `view` requires only a membership, and `ownTeam` a team. */
export const organizationRoleFor = {
  admin: 'admin',
  createContent: 'create',
  createOpenAPISpec: 'create',
  ingestConversations: 'admin',
  viewBilling: 'admin',
  listMembers: 'read',
  listTeams: 'read',
  listIntegrations: 'create',
  listInstallations: 'create',
} as const satisfies Record<string, Role>;

/** Permission flags of an organization (interface, Organization). */
export type OrganizationPermissions = Record<
  keyof typeof organizationRoleFor | 'view' | 'ownTeam',
  boolean
>;

/** Flag that depends only on role or membership. */
export type OrganizationFlag = keyof typeof organizationRoleFor | 'view';

/** Returns the viewer's permissions in an organization, as shown and as enforced. */
export function organizationPermissions(
  viewer: Viewer,
  organizationId: string,
): OrganizationPermissions {
  const membership = viewer.memberships.get(organizationId);
  const role = membership?.role ?? null;
  return {
    view: membership !== undefined,
    ownTeam: membership?.ownsTeam ?? false,
    ...permissionsAt(role && levelOf(role), organizationRoleFor),
  };
}

/**
 * Finds an organization by id and checks a permission flag.
 *
 * @throws NOT_FOUND when the viewer is not a member, FORBIDDEN when the flag is false
 */
export async function findOrganization(
  context: Context,
  id: string,
  flag: OrganizationFlag = 'view',
): Promise<Row<'Organization'>> {
  const organization = await context.loaders.one(organizationSource, id);
  if (!organization) throw notFound('organization', id);
  requireFlag(context.viewer, organization, flag);
  return organization;
}

/**
 * Requires a permission flag of an organization.
 *
 * @throws NOT_FOUND when the viewer is not a member, FORBIDDEN when the flag is false
 */
export function requireFlag(
  viewer: Viewer,
  { id, title }: Pick<Row<'Organization'>, 'id' | 'title'>,
  flag: OrganizationFlag,
): void {
  const permissions = organizationPermissions(viewer, id);
  if (!permissions.view) throw notFound('organization', id);
  if (flag === 'view' || permissions[flag]) return;
  throw forbidden(`do this in the organization "${title}"`, organizationRoleFor[flag]);
}
