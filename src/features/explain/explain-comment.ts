import type { Context } from '../../context.ts';
import type { Source } from '../../pagination/source.ts';
import { commentPermissions, type PostRow } from '../comments/comment-access.ts';
import { commentReplySource, commentSource } from '../comments/comment-source.ts';
import { findSpace } from '../spaces/space-access.ts';
import { findExplainedUser } from './explained-user.ts';
import { explainField, explainFlags, type Explanation } from './explanation.ts';
import { placeBasis } from './explain-places.ts';

/**
 * Explains the permissions of a comment or reply, which depend on the level on its space and on its
 * author.
 */
async function explainPost(
  context: Context,
  source: Source<PostRow>,
  { id, spaceId, postedById }: PostRow & { id: string },
  userId: string | null | undefined,
): Promise<Explanation> {
  const { organizationId, deletedAt } = await findSpace(context, spaceId);
  const user = await findExplainedUser(context, organizationId, userId);
  const [post, basis] = await Promise.all([
    user.loaders.one(source, id),
    placeBasis(context, 'space', spaceId, user),
  ]);
  const flags = post ? commentPermissions(user.viewer, post) : undefined;
  const isAuthor = postedById === user.viewer.id;
  return {
    userId: user.viewer.id,
    basis: post ? basis : { ...basis, level: null },
    flags: explainFlags(['view', 'edit', 'reply', 'delete'], flags, (flag, allowed) => {
      const restriction = deletedAt && flag !== 'view' ? 'DELETED' : null;
      const rule = { ...basis, restriction, scope: 'RESOURCE' } as const;
      if (!post && deletedAt && basis.level !== null) {
        return { ...rule, needs: 'admin', reason: 'DELETED' };
      }
      switch (flag) {
        case 'view':
          return {
            ...rule,
            needs: 'read',
            ...(allowed && basis.level === null && { reason: 'PUBLISHED' }),
          };
        case 'edit':
          return isAuthor
            ? { ...rule, needs: 'comment' }
            : { ...rule, needs: null, reason: 'AUTHOR' };
        case 'reply':
          return { ...rule, needs: 'comment' };
        case 'delete':
          return { ...rule, needs: 'admin', ...(allowed && isAuthor && { reason: 'AUTHOR' }) };
      }
    }),
  };
}

explainField('Comment', 'on the comment', (context, comment, userId) =>
  explainPost(context, commentSource, comment, userId),
);
explainField(
  'CommentReply',
  'on the reply',
  (context, reply, userId) => explainPost(context, commentReplySource, reply, userId),
  'spaceId',
);
