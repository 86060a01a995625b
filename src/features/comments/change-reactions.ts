import { z } from 'zod';
import type { Context } from '../../context.ts';
import type { PrismaTransaction } from '../../database/database.ts';
import { conflict } from '../../errors.ts';
import { newId } from '../../lib/id.ts';
import { oneEmoji } from '../../lib/emoji.ts';

/** Maximum number of emoji in one list of a request. */
const EMOJI_PER_REQUEST_MAX = 20;
/** Maximum number of different emoji on one comment or reply. */
export const EMOJI_PER_POST_MAX = 50;

const emojiList = z.array(oneEmoji).max(EMOJI_PER_REQUEST_MAX).optional();

/** The viewer's reactions to add and to remove. */
export const reactionChanges = z.object({
  addedReactions: emojiList,
  removedReactions: emojiList,
});

export type ReactionChanges = z.output<typeof reactionChanges>;

/**
 * Removes, then adds reactions of the viewer. Ignores additions that exist and removals that do
 * not. The caller must lock the comment or reply.
 *
 * @param post the comment or reply
 * @throws CONFLICT beyond 50 different emoji
 */
export async function changeReactions(
  { viewer, now }: Pick<Context, 'viewer' | 'now'>,
  transaction: PrismaTransaction,
  post: { commentId: string } | { replyId: string },
  { addedReactions = [], removedReactions = [] }: ReactionChanges,
): Promise<void> {
  if (removedReactions.length > 0) {
    await transaction.reaction.deleteMany({
      where: { ...post, userId: viewer.id, emoji: { in: removedReactions } },
    });
  }
  if (addedReactions.length === 0) return;
  const reactedAt = now();
  await transaction.reaction.createMany({
    data: [...new Set(addedReactions)].map((emoji) => ({
      id: newId('Reaction'),
      ...post,
      emoji,
      userId: viewer.id,
      reactedAt,
    })),
    skipDuplicates: true,
  });
  const emoji = await transaction.reaction.groupBy({ by: ['emoji'], where: post });
  if (emoji.length > EMOJI_PER_POST_MAX) {
    throw conflict(`There can be ${EMOJI_PER_POST_MAX} different reactions to one post at most.`);
  }
}
