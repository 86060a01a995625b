import { z } from 'zod';
import { reactionChanges } from './change-reactions.ts';
import type { CommentPermissions } from './comment-access.ts';
import { documentBody } from './comment-body.ts';

/** Changes to a comment or reply (interface, Comments). An absent field leaves its value. */
export const postChanges = reactionChanges.extend({
  resolved: z.boolean().optional(),
  body: documentBody.optional(),
});

export type PostChanges = z.output<typeof postChanges>;

/**
 * Returns the permissions that the changes require: `edit` for the text, `reply` for resolving and
 * reacting.
 */
export function flagsFor({
  body,
  resolved,
  addedReactions,
  removedReactions,
}: PostChanges): (keyof CommentPermissions)[] {
  const reacts = resolved ?? addedReactions ?? removedReactions;
  return [...(body ? ['edit' as const] : []), ...(reacts === undefined ? [] : ['reply' as const])];
}
