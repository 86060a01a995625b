import { organizationOfSpaceSql } from '../../auth/organization-of-space-sql.ts';
import { sql, type Sql } from '../../database/database.ts';
import { connectionField } from '../../builder/connection-field.ts';
import { memberSource } from '../members/member-source.ts';
import { MemberConnection } from '../members/member.ts';

/**
 * True if the member `t` wrote one of the comments `c`, or a reply to one, and belongs to the
 * organization of the space.
 */
function commentedSql(comments: Sql): Sql {
  const organizationId = organizationOfSpaceSql(sql`c.space_id`);
  return sql`(t.organization_id, t.user_id) IN (
    SELECT ${organizationId}, c.posted_by_id FROM comments c WHERE ${comments}
    UNION
    SELECT ${organizationId}, r.posted_by_id
    FROM comments c JOIN comment_replies r ON r.comment_id = c.id WHERE ${comments})`;
}

const whoIsListed =
  'each once, in the order in which they joined the organization. Those who left it are not ' +
  'listed, and a guest sees only themselves.';

const byJoining = { fields: ['joinedAt'], descending: false };

connectionField('Space.commenters', {
  type: MemberConnection,
  description: `The members who commented on the primary content or replied there, ${whoIsListed}`,
  rest: { rare: true, route: 'GET /commenters', operationId: 'listCommentersInSpace' },
  source: memberSource,
  of: (spaceId) => commentedSql(sql`c.space_id = ${spaceId} AND c.change_request_id IS NULL`),
  order: byJoining,
});

connectionField('ChangeRequest.commenters', {
  type: MemberConnection,
  description: `The members who commented on the change request or replied there, ${whoIsListed}`,
  rest: { rare: true, route: 'GET /commenters', operationId: 'listCommentersInChangeRequest' },
  source: memberSource,
  of: (changeRequestId) => commentedSql(sql`c.change_request_id = ${changeRequestId}`),
  order: byJoining,
});
