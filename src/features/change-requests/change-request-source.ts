import { organizationOfSpaceSql } from '../../auth/organization-of-space-sql.ts';
import { accessesSpaceSql } from '../../auth/space-visibility-sql.ts';
import type { Row } from '../../builder.ts';
import { sql } from '../../database/database.ts';
import { defineSource } from '../../pagination/source.ts';
import { headOfSpaceSql } from '../spaces/space-sql.ts';

/**
 * Change requests, visible to those with a level on the space, but not to readers of published
 * content. One is outdated if the primary content changed since its last update.
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
