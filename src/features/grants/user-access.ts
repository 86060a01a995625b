import { connectionType } from '../../builder/declare-types.ts';
import { decisionOnPlaceSql, organizationOfPlaceSql } from '../../auth/place-sql.ts';
import { levelOfMemberSql } from '../../auth/member-levels-sql.ts';
import type { PlaceKind } from '../../auth/place.ts';
import { levelOf } from '../../auth/roles.ts';
import { builder, type Row } from '../../builder.ts';
import { rawSql, sql, type Sql } from '../../database/database.ts';
import { connectionField } from '../../builder/connection-field.ts';
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

/** Declares a field with the members who have a level on its parent, a space or collection. */
function accessField(kind: PlaceKind, name: `${string}.access`, operationId: string): void {
  const levelOnParent = (parentId: Sql) => levelOfMemberSql(kind, parentId, sql`t`);
  connectionField(name, {
    type: UserAccessConnection,
    description:
      `The members with a level on the ${kind}, with their effective level and its source, in the ` +
      'order in which they joined the organization. Visible to viewers with a level on it; a guest ' +
      'sees only themselves.',
    rest: { route: 'GET /permissions/aggregate', rare: true, operationId },
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
    arguments: (arg) => ({
      role: arg({
        type: RoleEnum,
        description: 'Only members whose effective level is exactly this one.',
      }),
    }),
    order: { fields: ['joinedAt'], descending: false },
    filter: ({ role }) =>
      role ? [sql`${levelOnParent(sql`p.id`)} = ${rawSql(String(levelOf(role)))}`] : [],
  });
}

accessField('space', 'Space.access', 'listPermissionsAggregateInSpace');
accessField('collection', 'Collection.access', 'listPermissionsAggregateInCollection');
