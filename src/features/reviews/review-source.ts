import { accessesSpaceSql } from '../../auth/space-visibility-sql.ts';
import type { Row } from '../../builder.ts';
import { sql } from '../../database/database.ts';
import { defineSource } from '../../pagination/source.ts';
import {
  headOfChangeRequestSql,
  spaceOfChangeRequestSql,
} from '../change-requests/change-request-sql.ts';

const changeRequestId = sql`t.change_request_id`;

/** True if the review `t` is of the current content. */
export const isOfHeadSql = sql`(t.revision_id = ${headOfChangeRequestSql(changeRequestId)})`;

/** True if the review `t` is the latest one of its reviewer. */
export const isLatestSql = sql`NOT EXISTS (
  SELECT FROM change_request_reviews later
  WHERE later.change_request_id = t.change_request_id AND later.reviewer_id = t.reviewer_id
    AND (later.created_at, later.id) > (t.created_at, t.id))`;

/** Reviews, visible to those who see the change request. */
export const reviewSource = defineSource<Row<'ChangeRequestReview'>>({
  type: 'ChangeRequestReview',
  model: 'ChangeRequestReview',
  table: 'change_request_reviews',
  computed: { outdated: () => sql`NOT ${isOfHeadSql}` },
  visible: (viewerId) =>
    accessesSpaceSql(spaceOfChangeRequestSql(changeRequestId), sql`${viewerId}`),
});
