import { connectionType } from '../../builder/declare-types.ts';
import { decisionOnPlaceSql, organizationOfPlaceSql } from '../../auth/place-sql.ts';
import { levelOfMemberSql } from '../../auth/member-levels-sql.ts';
import type { PlaceKind } from '../../auth/place.ts';
import { levelOf, type Role } from '../../auth/roles.ts';
import { builder, type Row, type ArgumentBuilder } from '../../builder.ts';
import { rawSql, sql, type Sql } from '../../database/database.ts';
import { connectionField } from '../../pagination/connection-field.ts';
import { declareConnection, type Connection } from '../../pagination/connection.ts';
import { defineSource } from '../../pagination/source.ts';
import { memberSource } from '../members/member-source.ts';
import { RoleEnum } from '../organizations/role.ts';
import { knownUser } from '../users/known-user.ts';
import { Access, type AccessRow } from './access.ts';

type UserAccessRow = Row<'Member'> & AccessRow;

/** The level of a member on a space or collection. */
const UserAccess = builder.objectRef<UserAccessRow>('UserAccess').implement({
  description: 'A member who has a level on a space or a collection.',
  interfaces: [Access],
  rest: { fields: 'permission: level user { ...User }' },
  fields: (t) => ({
    user: t.field({
      ...knownUser('userId'),
      description: 'The member.',
    }),
  }),
});

const UserAccessConnection = connectionType(UserAccess, 'member with access', 'who has access');

interface Filter {
  role?: Role | null | undefined;
}

/** Declares the list of members with a level on a space or collection, the parent `p`. */
function declareAccess(name: string, kind: PlaceKind): Connection<UserAccessRow, Filter> {
  const levelOnParent = (parentId: Sql) => levelOfMemberSql(kind, parentId, sql`t`);
  return declareConnection<UserAccessRow, Filter>({
    name,
    source: defineSource<UserAccessRow>({
      type: 'UserAccess',
      model: 'Member',
      table: memberSource.table,
      keyField: memberSource.keyField,
      computed: { decision: () => decisionOnPlaceSql(kind, sql`p.id`, sql`t.user_id`) },
      visible: (viewerId) => sql`(
        t.organization_id = ${organizationOfPlaceSql(kind, sql`p.id`, sql`${viewerId}`)}
        AND ${memberSource.visible(viewerId)})`,
    }),
    of: (parentId) => sql`${levelOnParent(parentId)} IS NOT NULL`,
    order: { fields: ['joinedAt'], descending: false },
    filter: ({ role }) =>
      role ? [sql`${levelOnParent(sql`p.id`)} = ${rawSql(String(levelOf(role)))}`] : [],
  });
}

const accessArguments = (arg: ArgumentBuilder) => ({
  role: arg({
    type: RoleEnum,
    description: 'Only members whose effective level is exactly this one.',
  }),
});

/** Returns the field options of the list of members with a level on a space or collection. */
function accessField(kind: PlaceKind, name: string, operationId: string) {
  return {
    type: UserAccessConnection,
    description:
      `The members with a level on the ${kind}, with their effective level and its source, in the ` +
      'order in which they joined the organization. Visible to viewers with a level on it; a guest ' +
      'sees only themselves.',
    rest: { route: 'GET /permissions/aggregate', rare: true, operationId } as const,
    ...connectionField(declareAccess(name, kind)),
  };
}

builder.prismaObjectFields('Space', (t) => ({
  access: t.field({
    ...accessField('space', 'Space.access', 'listPermissionsAggregateInSpace'),
    args: { ...accessArguments(t.arg), ...t.arg.connectionArgs() },
  }),
}));

builder.prismaObjectFields('Collection', (t) => ({
  access: t.field({
    ...accessField('collection', 'Collection.access', 'listPermissionsAggregateInCollection'),
    args: { ...accessArguments(t.arg), ...t.arg.connectionArgs() },
  }),
}));
