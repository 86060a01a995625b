import { builder, registerNode, type Row } from '../../builder.ts';
import { orderedBy } from '../../builder/list-sorting.ts';
import type { Context } from '../../context.ts';
import { sql } from '../../database/database.ts';
import { connectionField } from '../../builder/connection-field.ts';
import { visibleWithParent } from '../../pagination/connection.ts';
import { pastUser } from '../users/past-user.ts';
import { CommentReply, CommentReplyConnection } from './comment-reply.ts';
import { commentReplySource, commentSource } from './comment-source.ts';
import { CommentStatus } from './comment-status.ts';
import { CommentTarget } from './comment-target.ts';
import { commentUrl } from './comment-url.ts';
import { Post } from './post.ts';
import {
  childField,
  counting,
  requiredField,
  reading,
  rootField,
  sameRow,
  showing,
} from '../../pagination/declared-fields.ts';

registerNode(commentSource);

const replies = connectionField('Comment.replies', {
  type: CommentReplyConnection,
  description: 'The replies, oldest first.',
  rest: {
    route: 'GET /replies',
    operationId: {
      Space: 'listCommentRepliesInSpace',
      ChangeRequest: 'listCommentRepliesInChangeRequest',
    },
  },
  source: commentReplySource,
  of: 'commentId',
  visibleBelow: visibleWithParent,
  ...orderedBy('postedAt', 'posting time'),
});

/** Returns the number of a comment's replies, which is the same for every viewer of the comment. */
function countReplies({ db, loaders }: Context, commentId: string): Promise<number> {
  return loaders.batch('counts of replies', commentId, async (ids) => {
    const rows = await db.query(sql`
      SELECT t.comment_id, count(*)::int FROM comment_replies t
      WHERE t.comment_id = ANY(${[...ids]}::text[]) GROUP BY t.comment_id`);
    const counts = new Map(rows as [string, number][]);
    return ids.map((id) => counts.get(id) ?? 0);
  });
}

const CommentUrls = builder.objectRef<Row<'Comment'>>('CommentUrls').implement({
  description: 'URLs of a comment.',
  fields: (t) => ({
    location: t.string({
      description: 'The comment on `/v1`.',
      ...reading('id', 'spaceId', 'changeRequestId'),
      resolve: (comment, _args, { addresses }) => commentUrl(addresses, comment),
    }),
  }),
});

export const Comment = builder.prismaNode('Comment', {
  description: 'A comment on the content of a space or of a change request.',
  interfaces: [Post],
  id: { field: 'id', description: 'Identifier, `cmt_…`.' },
  rest: {
    object: 'comment',
    fields: `
      id postedBy { ...User } postedAt editedAt reactions { ...CommentReaction }
      replies: replyCount body { ...DocumentBody } target { ...CommentTarget } urls { location }
      permissions { ...CommentPermissions } status resolvedAt resolvedBy { ...User }`,
  },
  fields: (t) => ({
    target: t.field({
      type: CommentTarget,
      description: 'Subject.',
      ...sameRow,
    }),
    status: t.field({
      type: CommentStatus,
      description: 'Whether the comment is resolved.',
      ...showing('status'),
    }),
    resolvedAt: t.expose('resolvedAt', {
      type: 'DateTime',
      nullable: true,
      description: 'When it was resolved; null while it is open.',
    }),
    resolvedBy: t.field({
      ...pastUser('resolvedById'),
      description: 'The user who resolved it, even if they have left; null while it is open.',
    }),
    urls: t.field({
      type: CommentUrls,
      description: 'URLs of the comment.',
      ...sameRow,
    }),
    reply: t.field({
      type: CommentReply,
      description: 'A reply to the comment.',
      args: { id: t.arg.id({ required: true, description: 'Id of the reply.' }) },
      rest: {
        route: 'GET /replies/{commentReplyId}',
        operationId: {
          Space: 'getCommentReplyInSpace',
          ChangeRequest: 'getCommentReplyInChangeRequest',
        },
      },
      ...childField(commentReplySource, 'commentId'),
    }),
    replyCount: t.int({
      description: 'Number of replies.',
      ...counting(replies),
      resolve: ({ id }, _args, context) => countReplies(context, id),
    }),
  }),
});

builder.prismaObjectFields('CommentReply', (t) => ({
  comment: t.field({
    type: Comment,
    description: 'The comment that it replies to.',
    ...requiredField(commentSource, 'commentId'),
  }),
}));

builder.queryField('comment', (t) =>
  t.field({
    type: Comment,
    description: 'A comment of any space or change request.',
    args: { id: t.arg.id({ required: true, description: 'Id of the comment.' }) },
    ...rootField(commentSource),
  }),
);
