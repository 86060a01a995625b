import { builder, registerNode } from '../../builder.ts';
import { connectionField } from '../../pagination/connection-field.ts';
import { declareConnection } from '../../pagination/connection.ts';
import { organizationSource } from './organization-source.ts';

registerNode(organizationSource);

export const Organization = builder.prismaNode('Organization', {
  description: 'Owns sites, spaces, members and teams.',
  id: { field: 'id', description: 'Identifier, `org_…`.' },
  rest: { object: 'organization', fields: `id title createdAt emailDomains inviteLinks` },
  fields: (t) => ({
    title: t.exposeString('title', { description: 'Name, 2 to 255 characters.' }),
    createdAt: t.expose('createdAt', { type: 'DateTime', description: 'When it was created.' }),
    emailDomains: t.exposeStringList('emailDomains', { description: 'Domains.' }),
    inviteLinks: t.exposeBoolean('inviteLinks', { description: 'Whether invite links work.' }),
  }),
});

export const OrganizationConnection = builder.connectionObject({
  type: Organization,
  name: 'OrganizationConnection',
  description: 'A list of organizations.',
});

const organizations = declareConnection({
  name: 'Query.organizations',
  source: organizationSource,
  of: null,
  order: { fields: ['createdAt'], descending: false },
});

builder.queryFields((t) => ({
  organizations: t.connection(
    {
      type: Organization,
      description: 'The organizations that the viewer is a member of, oldest first.',
      rest: 'GET /v1/orgs',
      ...connectionField(organizations),
    },
    OrganizationConnection,
  ),
  organization: t.field({
    type: Organization,
    nullable: true,
    description: 'An organization that the viewer is a member of.',
    args: { id: t.arg.id({ required: true, description: 'Id of the organization.' }) },
    rest: 'GET /v1/orgs/{organizationId}',
    resolve: (_root, { id }, { loaders }) => loaders.one(organizationSource, id),
  }),
}));
