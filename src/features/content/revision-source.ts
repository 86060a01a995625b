import { revisionVisibleSql } from '../../auth/revision-visibility-sql.ts';
import { organizationOfSpaceSql } from '../../auth/organization-of-space-sql.ts';
import type { Row } from '../../builder.ts';
import { sql } from '../../database/database.ts';
import { defineSource } from '../../pagination/source.ts';

/** Revisions, visible to those with a level on the space; the published one to everyone. */
export const revisionSource = defineSource<Row<'Revision'>>({
  type: 'Revision',
  model: 'Revision',
  table: 'revisions',
  computed: { organizationId: () => organizationOfSpaceSql(sql`t.space_id`) },
  cheap: ['organizationId'],
  visible: (viewerId) => revisionVisibleSql(sql`t`, sql`${viewerId}`),
});
