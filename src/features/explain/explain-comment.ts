import { builder, type Row } from '../../builder.ts';
import type { Context } from '../../context.ts';
import { commentPermissions } from '../comments/comment-access.ts';
import { commentSource } from '../comments/comment-source.ts';
import { findSpace } from '../spaces/space-access.ts';
import { findExplainedUser } from './explained-user.ts';
import {
  AccessExplanation,
  explainArguments,
  explainFlags,
  type Explanation,
} from './explanation.ts';
import { placeBasis } from './explain-places.ts';

/** Explains the flags of a comment: they rest on the level on its space, and on who wrote it. */
async function explainComment(
  context: Context,
  { id, spaceId, postedById }: Row<'Comment'>,
  userId: string | null | undefined,
): Promise<Explanation> {
  const { organizationId, deletedAt } = await findSpace(context, spaceId);
  const user = await findExplainedUser(context, organizationId, userId);
  const [comment, basis] = await Promise.all([
    user.loaders.one(commentSource, id),
    placeBasis(context, 'space', spaceId, user),
  ]);
  const flags = comment ? commentPermissions(user.viewer, comment) : undefined;
  const isAuthor = postedById === user.viewer.id;
  return {
    userId: user.viewer.id,
    basis: comment ? basis : { ...basis, level: null },
    flags: explainFlags(['view', 'edit', 'reply', 'delete'], flags, (flag, allowed) => {
      const restriction = deletedAt && flag !== 'view' ? 'DELETED' : null;
      const rule = { ...basis, restriction, scope: 'RESOURCE' } as const;
      if (!comment && deletedAt && basis.level !== null) {
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

builder.prismaObjectFields('Comment', (t) => ({
  explainAccess: t.field({
    type: AccessExplanation,
    description: 'What somebody may do with the comment, and why.',
    args: explainArguments(t.arg),
    resolve: (comment, { userId }, context) => explainComment(context, comment, userId),
  }),
}));
