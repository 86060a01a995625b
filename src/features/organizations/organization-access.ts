import type { Viewer } from '../../auth/viewer.ts';
import { levelOf, reaches } from '../../auth/roles.ts';
import type { Row } from '../../builder.ts';
import type { Context } from '../../context.ts';
import { forbidden, notFound } from '../../errors.ts';
import { organizationSource } from './organization-source.ts';

/** The flags of an organization (interface, Organization). */
export interface OrganizationPermissions {
  view: boolean;
  admin: boolean;
  ownTeam: boolean;
  createContent: boolean;
  createOpenAPISpec: boolean;
  ingestConversations: boolean;
  viewBilling: boolean;
  listMembers: boolean;
  listTeams: boolean;
  listIntegrations: boolean;
  listInstallations: boolean;
}

/** What a viewer may do in an organization: the flags that are shown, and the gates. */
export function organizationPermissions(
  viewer: Viewer,
  organizationId: string,
): OrganizationPermissions {
  const membership = viewer.memberships.get(organizationId);
  const role = membership?.role ?? null;
  const level = role && levelOf(role);
  const creates = reaches(level, 'create');
  const administers = reaches(level, 'admin');
  return {
    view: membership !== undefined,
    admin: administers,
    ownTeam: membership?.ownsTeam ?? false,
    createContent: creates,
    createOpenAPISpec: creates,
    ingestConversations: administers,
    viewBilling: administers,
    listMembers: role !== null,
    listTeams: role !== null,
    listIntegrations: creates,
    listInstallations: creates,
  };
}

/** The role that is enough for each flag that a gate asks for. */
const roleFor = { admin: 'admin', createContent: 'create', listMembers: 'read' } as const;

/**
 * The organization with that id, for something that a flag allows.
 *
 * @throws NOT_FOUND when the viewer is no member, FORBIDDEN when the flag is false
 */
export async function findOrganization(
  context: Context,
  id: string,
  flag: keyof typeof roleFor | 'view' = 'view',
): Promise<Row<'Organization'>> {
  const organization = await context.loaders.one(organizationSource, id);
  if (!organization) throw notFound('organization', id);
  if (flag !== 'view' && !organizationPermissions(context.viewer, id)[flag]) {
    throw forbidden(`do this in the organization "${organization.title}"`, roleFor[flag]);
  }
  return organization;
}
