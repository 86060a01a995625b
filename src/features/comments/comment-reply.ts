import { builder, registerNode, type Row } from '../../builder.ts';
import { User } from '../users/user.ts';
import { userSource } from '../users/user-source.ts';
import { commentPermissions } from './comment-access.ts';
import { DocumentBody } from './comment-body.ts';
import { CommentPermissionsType } from './comment-permissions.ts';
import { CommentReaction, reactionsTo } from './comment-reactions.ts';
import { commentReplySource } from './comment-source.ts';
import { commentUrl } from './comment-url.ts';

registerNode(commentReplySource);

const CommentReplyUrls = builder.objectRef<Row<'CommentReply'>>('CommentReplyUrls').implement({
  description: 'Addresses of a reply.',
  fields: (t) => ({
    location: t.string({
      description: 'The reply on `/v1`.',
      resolve: ({ id, commentId, ...place }, _args, { baseUrl }) =>
        commentUrl(baseUrl, { ...place, id: commentId }, 'replies', id),
    }),
  }),
});

export const CommentReply = builder.prismaNode('CommentReply', {
  description: 'An answer to a comment.',
  id: { field: 'id', description: 'Identifier, `rep_…`.' },
  rest: {
    object: 'comment-reply',
    fields: `
      id postedBy { ...User } postedAt editedAt reactions { ...CommentReaction }
      body { ...DocumentBody } urls { location } permissions { ...CommentPermissions }`,
  },
  fields: (t) => ({
    postedBy: t.field({
      type: User,
      nullable: true,
      description: 'Its author, also when they left; null when the account is gone.',
      resolve: ({ postedById }, _args, { loaders }) =>
        postedById === null ? null : loaders.oneOfHistory(userSource, postedById),
    }),
    postedAt: t.expose('postedAt', { type: 'DateTime', description: 'When it was posted.' }),
    editedAt: t.expose('editedAt', {
      type: 'DateTime',
      nullable: true,
      description: 'When its text last changed; null when it never did.',
    }),
    reactions: t.field({
      type: [CommentReaction],
      description: 'The reactions, in the order in which their emoji came.',
      complexity: { field: 1, multiplier: 3 },
      resolve: ({ id }, _args, context) => reactionsTo(context, 'reply', id),
    }),
    body: t.field({ type: DocumentBody, description: 'What it says.', resolve: (reply) => reply }),
    urls: t.field({
      type: CommentReplyUrls,
      description: 'Addresses.',
      resolve: (reply) => reply,
    }),
    permissions: t.field({
      type: CommentPermissionsType,
      description: 'What the viewer may do.',
      resolve: (reply, _args, { viewer }) => commentPermissions(viewer, reply),
    }),
  }),
});

export const CommentReplyConnection = builder.connectionObject(
  { type: CommentReply, name: 'CommentReplyConnection', description: 'A list of replies.' },
  { name: 'CommentReplyEdge', description: 'A reply in a list.' },
);
