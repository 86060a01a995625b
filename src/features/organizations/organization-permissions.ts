import { builder } from '../../builder.ts';
import { organizationPermissions, type OrganizationPermissions } from './organization-access.ts';

const descriptions: Record<keyof OrganizationPermissions, string> = {
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
};

const OrganizationPermissionsType = builder
  .objectRef<OrganizationPermissions>('OrganizationPermissions')
  .implement({
    description: 'Permissions of the viewer in an organization. The same flags are enforced.',
    rest: { fields: Object.keys(descriptions).join(' ') },
    fields: (t) => {
      const flag = (name: keyof OrganizationPermissions) =>
        t.exposeBoolean(name, { description: descriptions[name] });
      return {
        view: flag('view'),
        admin: flag('admin'),
        ownTeam: flag('ownTeam'),
        createContent: flag('createContent'),
        createOpenAPISpec: flag('createOpenAPISpec'),
        ingestConversations: flag('ingestConversations'),
        viewBilling: flag('viewBilling'),
        listMembers: flag('listMembers'),
        listTeams: flag('listTeams'),
        listIntegrations: flag('listIntegrations'),
        listInstallations: flag('listInstallations'),
      };
    },
  });

builder.prismaObjectFields('Organization', (t) => ({
  permissions: t.field({
    type: OrganizationPermissionsType,
    description: 'Permissions of the viewer.',
    resolve: ({ id }, _args, { viewer }) => organizationPermissions(viewer, id),
  }),
}));
