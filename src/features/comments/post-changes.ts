import { z } from 'zod';
import type { Context } from '../../context.ts';
import { reactionChanges } from './change-reactions.ts';
import { checkFlag, type Post } from './comment-access.ts';
import { documentBody } from './comment-body.ts';

/** What can change of a comment or a reply (interface, Comments). Absent leaves a value. */
export const postChanges = reactionChanges.extend({
  resolved: z.boolean().optional(),
  body: documentBody.optional(),
});

export type PostChanges = z.output<typeof postChanges>;

/**
 * Lets pass changes that the viewer may make: the text is for its author; resolving and reacting is
 * for all who may comment.
 *
 * @throws FORBIDDEN, CONFLICT when the space is deleted
 */
export async function checkChanges(
  context: Context,
  post: Post,
  { body, resolved, addedReactions, removedReactions }: PostChanges,
): Promise<void> {
  if (body) await checkFlag(context, post, 'edit');
  if (resolved !== undefined || addedReactions || removedReactions) {
    await checkFlag(context, post, 'reply');
  }
}
