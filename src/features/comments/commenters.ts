import { organizationOfSpaceSql } from '../../auth/organization-of-space-sql.ts';
import { builder } from '../../builder.ts';
import { sql, type Sql } from '../../database/database.ts';
import { connectionField } from '../../pagination/connection-field.ts';
import { declareConnection } from '../../pagination/connection.ts';
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

const byJoining = { fields: ['joinedAt'], descending: false };

const spaceCommenters = declareConnection({
  name: 'Space.commenters',
  source: memberSource,
  of: (spaceId) => commentedSql(sql`c.space_id = ${spaceId} AND c.change_request_id IS NULL`),
  order: byJoining,
});

const changeRequestCommenters = declareConnection({
  name: 'ChangeRequest.commenters',
  source: memberSource,
  of: (changeRequestId) => commentedSql(sql`c.change_request_id = ${changeRequestId}`),
  order: byJoining,
});

const whoIsListed =
  'each once, in the order in which they joined the organization. Those who left it are not ' +
  'listed, and a guest sees only themselves.';

builder.prismaObjectFields('Space', (t) => ({
  commenters: t.field({
    type: MemberConnection,
    description: `The members who commented on the primary content or replied there, ${whoIsListed}`,
    rest: { rare: true, route: 'GET /commenters', operationId: 'listCommentersInSpace' },
    args: t.arg.connectionArgs(),
    ...connectionField(spaceCommenters),
  }),
}));

builder.prismaObjectFields('ChangeRequest', (t) => ({
  commenters: t.field({
    type: MemberConnection,
    description: `The members who commented on the change request or replied there, ${whoIsListed}`,
    rest: { rare: true, route: 'GET /commenters', operationId: 'listCommentersInChangeRequest' },
    args: t.arg.connectionArgs(),
    ...connectionField(changeRequestCommenters),
  }),
}));
