import { spaceAccessSql } from '../../auth/space-visibility-sql.ts';
import type { Row } from '../../builder.ts';
import { sql } from '../../database/database.ts';
import { defineSource } from '../../pagination/source.ts';

/**
 * A change request exists for those who have a level on its space; readers of what is published do
 * not see proposals. It is outdated when the primary content moved on since it was last taken in.
 */
export const changeRequestSource = defineSource<Row<'ChangeRequest'>>({
  type: 'ChangeRequest',
  model: 'ChangeRequest',
  table: 'change_requests',
  computed: {
    organizationId: () => sql`(SELECT s.organization_id FROM spaces s WHERE s.id = t.space_id)`,
    outdated: () => sql`(t.status <> 'merged' AND (
      SELECT s.revision_id FROM spaces s WHERE s.id = t.space_id
    ) <> COALESCE(t.revision_merged_ancestor_id, t.revision_initial_id))`,
  },
  visible: (viewerId) => sql`EXISTS (
    SELECT FROM spaces s WHERE s.id = t.space_id AND ${spaceAccessSql(sql`s`, sql`${viewerId}`)})`,
});
