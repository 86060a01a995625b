import { builder } from '../../builder.ts';
import { sql, type Sql } from '../../database/database.ts';
import { connectionField } from '../../pagination/connection-field.ts';
import { declareConnection } from '../../pagination/connection.ts';
import { memberSource } from '../members/member-source.ts';
import { Member, MemberConnection } from '../members/member.ts';

/**
 * True when the member `t` belongs to the organization of a space and posted one of some comments
 * `c`, or a reply to one.
 */
function commentedSql(spaceId: Sql, comments: Sql): Sql {
  return sql`(
    t.organization_id = (SELECT s.organization_id FROM spaces s WHERE s.id = ${spaceId})
    AND t.user_id IN (
      SELECT c.posted_by_id FROM comments c WHERE ${comments}
      UNION
      SELECT r.posted_by_id FROM comments c JOIN comment_replies r ON r.comment_id = c.id
      WHERE ${comments}))`;
}

const byJoining = { fields: ['joinedAt'], descending: false };

const spaceCommenters = declareConnection({
  name: 'Space.commenters',
  source: memberSource,
  of: (spaceId) =>
    commentedSql(spaceId, sql`c.space_id = ${spaceId} AND c.change_request_id IS NULL`),
  order: byJoining,
});

const changeRequestCommenters = declareConnection({
  name: 'ChangeRequest.commenters',
  source: memberSource,
  of: (changeRequestId) =>
    commentedSql(
      sql`(SELECT q.space_id FROM change_requests q WHERE q.id = ${changeRequestId})`,
      sql`c.change_request_id = ${changeRequestId}`,
    ),
  order: byJoining,
});

const whoIsListed =
  'each once, in the order in which they joined the organization. Those who left it are not ' +
  'listed, and a guest sees only themselves.';

builder.prismaObjectFields('Space', (t) => ({
  commenters: t.connection(
    {
      type: Member,
      description: `The members who commented on the primary content or replied there, ${whoIsListed}`,
      rest: 'GET /commenters',
      ...connectionField(spaceCommenters),
    },
    MemberConnection,
  ),
}));

builder.prismaObjectFields('ChangeRequest', (t) => ({
  commenters: t.connection(
    {
      type: Member,
      description: `The members who commented on the change request or replied there, ${whoIsListed}`,
      rest: 'GET /commenters',
      ...connectionField(changeRequestCommenters),
    },
    MemberConnection,
  ),
}));
