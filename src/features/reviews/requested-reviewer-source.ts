import { accessesSpaceSql } from '../../auth/space-visibility-sql.ts';
import type { Row } from '../../builder.ts';
import { sql } from '../../database/database.ts';
import { defineSource } from '../../pagination/source.ts';
import { spaceOfChangeRequestSql } from '../change-requests/change-request-sql.ts';

/**
 * Review requests, visible to those who see the change request. The key is the user's id, since a
 * list belongs to one change request.
 */
export const requestedReviewerSource = defineSource<Row<'RequestedReviewer'>>({
  type: 'RequestedReviewer',
  model: 'RequestedReviewer',
  table: 'requested_reviewers',
  keyField: 'userId',
  visible: (viewerId) =>
    accessesSpaceSql(spaceOfChangeRequestSql(sql`t.change_request_id`), sql`${viewerId}`),
});
