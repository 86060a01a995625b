import { accessesSpaceSql } from '../../auth/space-visibility-sql.ts';
import type { Row } from '../../builder.ts';
import { sql } from '../../database/database.ts';
import { defineSource } from '../../pagination/source.ts';
import { spaceOfChangeRequestSql } from './change-request-sql.ts';

const spaceId = spaceOfChangeRequestSql(sql`t.change_request_id`);

/** Conflicts, visible to those who see the change request. */
export const changeRequestConflictSource = defineSource<Row<'ChangeRequestConflict'>>({
  type: 'ChangeRequestConflict',
  model: 'ChangeRequestConflict',
  table: 'change_request_conflicts',
  visible: (viewerId) => accessesSpaceSql(spaceId, sql`${viewerId}`),
});
