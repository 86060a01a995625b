import { connectionType } from '../../builder/declare-types.ts';
import { decisionSql, levelSql } from '../../auth/level-sql.ts';
import { publishedVisibilitySql } from '../../auth/publication-sql.ts';
import { canAccessSql } from '../../auth/can-access-sql.ts';
import { builder, type Row } from '../../builder.ts';
import { sql } from '../../database/database.ts';
import { connectionField } from '../../builder/connection-field.ts';
import { defineSource } from '../../pagination/source.ts';
import { memberKeyFields, partsOfMemberKeySql } from '../members/member-key.ts';
import { orderedBy } from '../../builder/list-sorting.ts';
import { spaceSource } from '../spaces/space-source.ts';
import { Space } from '../spaces/space.ts';
import { Access, type AccessRow } from './access.ts';
import { sameRow } from '../../pagination/declared-fields.ts';

type SpaceAccessRow = Row<'Space'> & AccessRow;

/** The level of a member on a space. */
const SpaceAccess = builder.objectRef<SpaceAccessRow>('SpaceAccess').implement({
  description: 'A space that a member has a level on.',
  interfaces: [Access],
  rest: { fields: 'permission: level space { ...Space }' },
  fields: (t) => ({
    space: t.field({ type: Space, description: 'The space.', ...sameRow }),
  }),
});

// The key of a member, from the parent of the list, `p.id` in SQL.
const member = partsOfMemberKeySql(sql`p.id`);

connectionField('Member.spaces', {
  type: connectionType(
    SpaceAccess,
    'space with the level of a member',
    'the spaces that a member has access to',
  ),
  description:
    'The spaces on which both the member and the viewer have a level, with the rule that gives it. Deleted ones are omitted.',
  rest: { route: 'GET /spaces', operationId: 'listSpacesForOrganizationMember' },
  source: defineSource<SpaceAccessRow>({
    type: 'SpaceAccess',
    model: 'Space',
    table: spaceSource.table,
    computed: {
      level: (viewerId) => levelSql('space', sql`t`, sql`${viewerId}`),
      publishedVisibility: () => publishedVisibilitySql(sql`t.id`),
      decision: () => decisionSql('space', sql`t`, member.userId),
    },
    visible: (viewerId) => sql`(
      t.deleted_at IS NULL AND ${canAccessSql('space', sql`t`, sql`${viewerId}`)})`,
  }),
  of: () => sql`(t.organization_id = ${member.organizationId}
    AND ${canAccessSql('space', sql`t`, member.userId)})`,
  ...orderedBy('createdAt', 'creation', 'descending'),
  parentKey: memberKeyFields,
});
