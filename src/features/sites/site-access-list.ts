import { connectionType, enumType } from '../../builder/declare-types.ts';
import { usersGrantedOnSql } from '../../auth/member-levels-sql.ts';
import { isPublishedSql } from '../../auth/publication-sql.ts';
import type { Role } from '../../auth/roles.ts';
import { builder, type Row } from '../../builder.ts';
import { rawSql, sql, type Sql } from '../../database/database.ts';
import { connectionField } from '../../builder/connection-field.ts';
import { defineSource } from '../../pagination/source.ts';
import { memberSource } from '../members/member-source.ts';
import { RoleEnum } from '../organizations/role.ts';
import { loadUser } from '../users/load-user.ts';
import { spaceSource } from '../spaces/space-source.ts';
import { User } from '../users/user.ts';

const SiteAccessOrigin = enumType(
  'SiteAccessOrigin',
  'Origin of the access of a member to a site.',
  {
    organization: 'The role in the organization.',
    space: 'Access to a space that the site shows, for a guest.',
  },
);

/** Member who can see a site. */
const SiteAccess = builder.objectRef<Row<'Member'>>('SiteAccess').implement({
  description: 'A member who has access to a site.',
  rest: { fields: 'permission: level user { ...User } origin' },
  fields: (t) => ({
    level: t.field({
      type: RoleEnum,
      description: 'Level of the member. Changing the site needs `create`; guests read.',
      resolve: ({ role }) => (role ?? 'read') as Role,
    }),
    origin: t.field({
      type: SiteAccessOrigin,
      description: 'Origin of the access.',
      resolve: ({ role }) => (role === null ? 'space' : 'organization'),
    }),
    user: t.field({
      type: User,
      description: 'The member.',
      resolve: ({ userId }, _args, context) => loadUser(context, userId),
    }),
  }),
});

/** Returns SQL of the ids of the spaces on a site, except deleted ones. */
const shownSpaces = (siteId: Sql) => sql`
  SELECT sp.id FROM site_spaces gs JOIN ${rawSql(spaceSource.table)} sp ON sp.id = gs.space_id
  WHERE gs.site_id = ${siteId} AND sp.deleted_at IS NULL`;

/** Returns SQL that is true when the member `t` can see the site; for many members of one site. */
const seesSite = (siteId: Sql) => sql`(NOT t.disabled AND (t.role IS NOT NULL
  OR t.user_id IN (${usersGrantedOnSql(shownSpaces(siteId))})
  OR EXISTS (SELECT FROM (${shownSpaces(siteId)}) shown WHERE ${isPublishedSql(sql`shown.id`)})))`;

connectionField('Site.access', {
  type: connectionType(SiteAccess, 'member with access', 'who has access to a site'),
  description:
    'Everybody who has access to the site, in the order in which they joined the ' +
    'organization. A guest sees only themselves.',
  rest: {
    route: 'GET /permissions/aggregate',
    rare: true,
    operationId: 'listPermissionsAggregateInSite',
  },
  source: defineSource<Row<'Member'>>({
    type: 'SiteAccess',
    model: 'Member',
    table: memberSource.table,
    keyField: memberSource.keyField,
    visible: (viewerId) => memberSource.visible(viewerId),
  }),
  of: (siteId) => sql`(
    t.organization_id = (SELECT si.organization_id FROM sites si WHERE si.id = ${siteId})
    AND ${seesSite(siteId)})`,
  order: { fields: ['joinedAt'], descending: false },
});
