import type { Role as RoleValue } from '../../auth/roles.ts';
import { builder, type Row } from '../../builder.ts';
import { sql, type Sql } from '../../database/database.ts';
import { connectionField } from '../../pagination/connection-field.ts';
import { declareConnection } from '../../pagination/connection.ts';
import { defineSource } from '../../pagination/source.ts';
import { memberSource } from '../members/member-source.ts';
import { Role } from '../organizations/role.ts';
import { loadUser } from '../users/load-user.ts';
import { User } from '../users/user.ts';
import { siteVisibleSql } from './site-visibility-sql.ts';

const SiteAccessOrigin = builder.enumType('SiteAccessOrigin', {
  description: 'What gives a member access to a site.',
  values: {
    ORGANIZATION: { value: 'organization', description: 'The role in the organization.' },
    SPACE: { value: 'space', description: 'Access to a space that the site shows, for a guest.' },
  } as const,
});

/** A member for whom a site exists. */
const SiteAccess = builder.objectRef<Row<'Member'>>('SiteAccess').implement({
  description: 'A member who has access to a site.',
  rest: { fields: 'permission: level user { ...User } origin' },
  fields: (t) => ({
    level: t.field({
      type: Role,
      description: 'What the member may do: to change the site takes `create`. A guest reads.',
      resolve: ({ role }) => (role ?? 'read') as RoleValue,
    }),
    origin: t.field({
      type: SiteAccessOrigin,
      description: 'What gives the access.',
      resolve: ({ role }) => (role === null ? 'space' : 'organization'),
    }),
    user: t.field({
      type: User,
      description: 'The member.',
      resolve: ({ userId }, _args, context) => loadUser(context, userId),
    }),
  }),
});

const SiteAccessConnection = builder.connectionObject(
  {
    type: SiteAccess,
    name: 'SiteAccessConnection',
    description: 'A list of who has access to a site.',
  },
  { name: 'SiteAccessEdge', description: 'A member with access, in a list.' },
);

/** True when the site, the parent `p` of the list, exists for a user. */
const seesSite = (userId: Sql) =>
  siteVisibleSql(sql`t.organization_id`, sql`gs.site_id = p.id`, userId);

const siteAccess = declareConnection<Row<'Member'>>({
  name: 'Site.access',
  source: defineSource<Row<'Member'>>({
    type: 'SiteAccess',
    model: 'Member',
    table: memberSource.table,
    keyField: memberSource.keyField,
    visible: (viewerId) =>
      sql`(${seesSite(sql`${viewerId}`)} AND ${memberSource.visible(viewerId)})`,
  }),
  of: (siteId) => sql`(
    t.organization_id = (SELECT si.organization_id FROM sites si WHERE si.id = ${siteId})
    AND ${seesSite(sql`t.user_id`)})`,
  order: { fields: ['joinedAt'], descending: false },
});

builder.prismaObjectFields('Site', (t) => ({
  access: t.connection(
    {
      type: SiteAccess,
      description:
        'Everybody who has access to the site, in the order in which they joined the ' +
        'organization. A guest sees only themselves.',
      rest: {
        route: 'GET /permissions/aggregate',
        operationId: 'listPermissionsAggregateInSite',
      },
      ...connectionField(siteAccess),
    },
    SiteAccessConnection,
  ),
}));
