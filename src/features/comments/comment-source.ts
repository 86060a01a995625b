import { spaceLevelSql } from '../../auth/level-sql.ts';
import { spaceAccessSql, spaceVisibleSql } from '../../auth/space-visibility-sql.ts';
import type { Row } from '../../builder.ts';
import { sql, type Sql } from '../../database/database.ts';
import { defineSource } from '../../pagination/source.ts';

/**
 * True when the user may see the comment `c`: one on the primary content with the space, one on a
 * change request with the change request, which readers of what is published do not see.
 */
function commentVisibleSql(comment: Sql, userId: Sql): Sql {
  return sql`EXISTS (SELECT FROM spaces s WHERE s.id = ${comment}.space_id AND
    CASE WHEN ${comment}.change_request_id IS NULL THEN ${spaceVisibleSql(sql`s`, userId)}
      ELSE ${spaceAccessSql(sql`s`, userId)} END)`;
}

function levelOnSpaceSql(spaceId: Sql, userId: Sql): Sql {
  return sql`(SELECT ${spaceLevelSql(sql`s`, userId)} FROM spaces s WHERE s.id = ${spaceId})`;
}

/** A comment with the viewer's level, and the head of the content that it stands on. */
export const commentSource = defineSource<Row<'Comment'>>({
  type: 'Comment',
  model: 'Comment',
  table: 'comments',
  computed: {
    level: (viewerId) => levelOnSpaceSql(sql`t.space_id`, sql`${viewerId}`),
    headRevisionId: () => sql`COALESCE(
      (SELECT r.revision_id FROM change_requests r WHERE r.id = t.change_request_id),
      (SELECT s.revision_id FROM spaces s WHERE s.id = t.space_id))`,
  },
  visible: (viewerId) => commentVisibleSql(sql`t`, sql`${viewerId}`),
});

/** A reply exists with its comment; it carries where that one stands. */
export const commentReplySource = defineSource<Row<'CommentReply'>>({
  type: 'CommentReply',
  model: 'CommentReply',
  table: 'comment_replies',
  computed: {
    level: (viewerId) =>
      levelOnSpaceSql(
        sql`(SELECT c.space_id FROM comments c WHERE c.id = t.comment_id)`,
        sql`${viewerId}`,
      ),
    spaceId: () => sql`(SELECT c.space_id FROM comments c WHERE c.id = t.comment_id)`,
    changeRequestId: () =>
      sql`(SELECT c.change_request_id FROM comments c WHERE c.id = t.comment_id)`,
  },
  visible: (viewerId) => sql`EXISTS (SELECT FROM comments c
    WHERE c.id = t.comment_id AND ${commentVisibleSql(sql`c`, sql`${viewerId}`)})`,
});
