import { permissionsType } from '../../builder/declare-types.ts';
import { builder } from '../../builder.ts';
import { organizationPermissions, type OrganizationPermissions } from './organization-access.ts';

const OrganizationPermissionsType = permissionsType<keyof OrganizationPermissions>(
  'OrganizationPermissions',
  'Permissions of the viewer in an organization. The same flags are enforced.',
  {
    view: 'Is a member, or a guest.',
    admin: 'May change settings and members. Needs `admin`.',
    ownTeam: 'Owns at least one team.',
    createContent: 'May create spaces, collections and sites. Needs `create`.',
    createOpenAPISpec: 'May add OpenAPI specifications. Needs `create`.',
    ingestConversations: 'May feed conversations to the assistant. Needs `admin`.',
    viewBilling: 'May see the bill. Needs `admin`.',
    listMembers: 'May see the other members. Needs any role.',
    listTeams: 'May see the teams. Needs any role.',
    listIntegrations: 'May see the integrations. Needs `create`.',
    listInstallations: 'May see the installed integrations. Needs `create`.',
  },
);

builder.prismaObjectFields('Organization', (t) => ({
  permissions: t.field({
    type: OrganizationPermissionsType,
    description: 'Permissions of the viewer.',
    resolve: ({ id }, _args, { viewer }) => organizationPermissions(viewer, id),
  }),
}));
