import { levelOnSpaceSql } from '../../auth/level-sql.ts';
import { seesInSpaceSql } from '../../auth/space-visibility-sql.ts';
import type { Row } from '../../builder.ts';
import { sql, type Sql } from '../../database/database.ts';
import { defineSource } from '../../pagination/source.ts';
import { headOfChangeRequestSql } from '../change-requests/change-request-sql.ts';
import { headOfSpaceSql } from '../spaces/space-sql.ts';

/**
 * True if the user may see a comment. A comment on the primary content is visible with the space.
 * One on a change request is visible with it, and so not to readers of published content.
 */
export function commentVisibleSql(comment: Sql, userId: Sql): Sql {
  const isPublished = sql`${comment}.change_request_id IS NULL`;
  return seesInSpaceSql(sql`${comment}.space_id`, userId, isPublished);
}

/** Comments, with the viewer's level and the head of their content. */
export const commentSource = defineSource<Row<'Comment'>>({
  type: 'Comment',
  model: 'Comment',
  table: 'comments',
  computed: {
    level: (viewerId) => levelOnSpaceSql(sql`t.space_id`, sql`${viewerId}`),
    headRevisionId: () =>
      sql`COALESCE(${headOfChangeRequestSql(sql`t.change_request_id`)}, ${headOfSpaceSql(sql`t.space_id`)})`,
  },
  visible: (viewerId) => commentVisibleSql(sql`t`, sql`${viewerId}`),
});

const spaceId = sql`(SELECT c.space_id FROM comments c WHERE c.id = t.comment_id)`;
const changeRequestId = sql`(SELECT c.change_request_id FROM comments c WHERE c.id = t.comment_id)`;

/** Replies, visible with their comment, and with its location. */
export const commentReplySource = defineSource<Row<'CommentReply'>>({
  type: 'CommentReply',
  model: 'CommentReply',
  table: 'comment_replies',
  computed: {
    level: (viewerId) => levelOnSpaceSql(spaceId, sql`${viewerId}`),
    spaceId: () => spaceId,
    changeRequestId: () => changeRequestId,
  },
  visible: (viewerId) => sql`EXISTS (SELECT FROM comments c
    WHERE c.id = t.comment_id AND ${commentVisibleSql(sql`c`, sql`${viewerId}`)})`,
});
