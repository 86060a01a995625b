import { connectionType } from '../../builder/declare-types.ts';
import { builder, registerNode, type Row } from '../../builder.ts';
import { commentReplySource } from './comment-source.ts';
import { commentUrl } from './comment-url.ts';
import { Post } from './post.ts';
import { reading, sameRow } from '../../pagination/declared-fields.ts';

registerNode(commentReplySource);

const CommentReplyUrls = builder.objectRef<Row<'CommentReply'>>('CommentReplyUrls').implement({
  description: 'URLs of a reply.',
  fields: (t) => ({
    location: t.string({
      description: 'The reply on `/v1`.',
      ...reading('id', 'commentId', 'spaceId', 'changeRequestId'),
      resolve: ({ id, commentId, ...place }, _args, { addresses }) =>
        commentUrl(addresses, { ...place, id: commentId }, 'replies', id),
    }),
  }),
});

export const CommentReply = builder.prismaNode('CommentReply', {
  description: 'A reply to a comment.',
  interfaces: [Post],
  id: { field: 'id', description: 'Identifier, `rep_…`.' },
  rest: {
    object: 'comment-reply',
    fields: `
      id postedBy { ...User } postedAt editedAt reactions { ...CommentReaction }
      body { ...DocumentBody } urls { location } permissions { ...CommentPermissions }`,
  },
  fields: (t) => ({
    urls: t.field({
      type: CommentReplyUrls,
      description: 'URLs of the reply.',
      ...sameRow,
    }),
  }),
});

export const CommentReplyConnection = connectionType(CommentReply, 'reply');
