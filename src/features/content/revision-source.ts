import { spaceAccessSql, spaceVisibleSql } from '../../auth/space-visibility-sql.ts';
import type { Row } from '../../builder.ts';
import { sql } from '../../database/database.ts';
import { defineSource } from '../../pagination/source.ts';

/**
 * A revision exists for those who have a level on its space. Readers of what is published see the
 * head of the primary content only, neither history nor proposals.
 */
export const revisionSource = defineSource<Row<'Revision'>>({
  type: 'Revision',
  model: 'Revision',
  table: 'revisions',
  computed: {
    organizationId: () => sql`(SELECT s.organization_id FROM spaces s WHERE s.id = t.space_id)`,
  },
  visible: (viewerId) => sql`EXISTS (
    SELECT FROM spaces s WHERE s.id = t.space_id AND (
      ${spaceAccessSql(sql`s`, sql`${viewerId}`)}
      OR s.revision_id = t.id AND ${spaceVisibleSql(sql`s`, sql`${viewerId}`)}))`,
});
