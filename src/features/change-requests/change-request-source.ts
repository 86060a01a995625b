import { organizationOfSpaceSql } from '../../auth/organization-of-space-sql.ts';
import { accessesSpaceSql } from '../../auth/space-visibility-sql.ts';
import type { Row } from '../../builder.ts';
import { sql } from '../../database/database.ts';
import { defineSource } from '../../pagination/source.ts';
import { headOfSpaceSql } from '../spaces/space-sql.ts';

/**
 * A change request exists for those who have a level on its space; readers of what is published do
 * not see proposals. It is outdated when the primary content moved on since it was last taken in.
 */
export const changeRequestSource = defineSource<Row<'ChangeRequest'>>({
  type: 'ChangeRequest',
  model: 'ChangeRequest',
  table: 'change_requests',
  computed: {
    organizationId: () => organizationOfSpaceSql(sql`t.space_id`),
    outdated: () => sql`(t.status <> 'merged' AND ${headOfSpaceSql(sql`t.space_id`)}
      <> COALESCE(t.revision_merged_ancestor_id, t.revision_initial_id))`,
  },
  visible: (viewerId) => accessesSpaceSql(sql`t.space_id`, sql`${viewerId}`),
});
