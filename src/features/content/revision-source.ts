import { revisionVisibleSql } from '../../auth/revision-visibility-sql.ts';
import { organizationOfSpaceSql } from '../../auth/organization-of-space-sql.ts';
import type { Row } from '../../builder.ts';
import { sql } from '../../database/database.ts';
import { defineSource } from '../../pagination/source.ts';

/** A revision exists for those who have a level on its space, the published one for everybody. */
export const revisionSource = defineSource<Row<'Revision'>>({
  type: 'Revision',
  model: 'Revision',
  table: 'revisions',
  computed: { organizationId: () => organizationOfSpaceSql(sql`t.space_id`) },
  cheap: ['organizationId'],
  visible: (viewerId) => revisionVisibleSql(sql`t`, sql`${viewerId}`),
});
