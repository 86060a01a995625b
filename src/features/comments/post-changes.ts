import { z } from 'zod';
import { reactionChanges } from './change-reactions.ts';
import type { CommentPermissions } from './comment-access.ts';
import { documentBody } from './comment-body.ts';

/** What can change of a comment or a reply (interface, Comments). Absent leaves a value. */
export const postChanges = reactionChanges.extend({
  resolved: z.boolean().optional(),
  body: documentBody.optional(),
});

export type PostChanges = z.output<typeof postChanges>;

/**
 * The flags that allow changes to the viewer: the text is for its author; resolving and reacting is
 * for all who may comment.
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
