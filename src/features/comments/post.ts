import { reading, sameRow } from '../../pagination/declared-fields.ts';
import { builder, type Row } from '../../builder.ts';
import { kindOfId } from '../../lib/id.ts';
import { pastUser } from '../users/past-user.ts';
import { commentPermissions } from './comment-access.ts';
import { DocumentBody } from './comment-body.ts';
import { CommentPermissionsType } from './comment-permissions.ts';
import { CommentReaction, reactionsTo } from './comment-reactions.ts';

type PostRow = Pick<
  Row<'Comment'>,
  'id' | 'postedById' | 'postedAt' | 'editedAt' | 'markdown' | 'level'
>;

/** The common part of comments and replies. */
export const Post = builder.interfaceRef<PostRow>('Post').implement({
  description: 'A contribution to a discussion: a comment or a reply.',
  interfaces: [builder.nodeInterfaceRef()],
  fields: (t) => ({
    postedBy: t.field({
      ...pastUser('postedById'),
      description: 'The author, even if they have left; null if the account was deleted.',
    }),
    postedAt: t.expose('postedAt', { type: 'DateTime', description: 'When it was posted.' }),
    editedAt: t.expose('editedAt', {
      type: 'DateTime',
      nullable: true,
      description: 'When the text was last edited; null if it never was.',
    }),
    reactions: t.field({
      type: [CommentReaction],
      description: 'The reactions, in the order in which each emoji was first used.',
      complexity: { field: 1, multiplier: 3 },
      ...reading('id'),
      resolve: ({ id }, _args, context) =>
        reactionsTo(context, kindOfId(id) === 'Comment' ? 'comment' : 'reply', id),
    }),
    body: t.field({
      type: DocumentBody,
      description: 'Text.',
      ...sameRow,
    }),
    permissions: t.field({
      type: CommentPermissionsType,
      description: 'Permissions of the viewer.',
      ...reading('level', 'postedById'),
      resolve: (post, _args, { viewer }) => commentPermissions(viewer, post),
    }),
  }),
});
