import { accessesSpaceSql } from '../../auth/space-visibility-sql.ts';
import type { Row } from '../../builder.ts';
import { sql } from '../../database/database.ts';
import { defineSource } from '../../pagination/source.ts';

/** Git repositories of spaces, visible to everybody with access to the space. */
export const gitSyncSource = defineSource<Row<'GitSync'>>({
  type: 'GitRepository',
  model: 'GitSync',
  table: 'git_syncs',
  keyField: 'spaceId',
  visible: (viewerId) => accessesSpaceSql(sql`t.space_id`, sql`${viewerId}`),
});
