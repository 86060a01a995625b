import { z } from 'zod';
import type { Context } from '../../context.ts';
import { sql, type PrismaTransaction } from '../../database/database.ts';
import { executeLast, queryTogether } from '../../database/direct-transaction.ts';
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
  const [column, id] =
    'commentId' in post ? [sql`comment_id`, post.commentId] : [sql`reply_id`, post.replyId];
  if (removedReactions.length > 0) {
    await executeLast(
      transaction,
      sql`DELETE FROM reactions WHERE ${column} = ${id} AND user_id = ${viewer.id}
        AND emoji = ANY(${removedReactions}::text[])`,
    );
  }
  if (addedReactions.length === 0) return;
  const added = [...new Set(addedReactions)];
  const [, counts] = await queryTogether(transaction, [
    sql`INSERT INTO reactions (id, emoji, ${column}, user_id, reacted_at)
      SELECT r.id, r.emoji, ${id}, ${viewer.id}, ${now()}
      FROM unnest(${added.map(() => newId('Reaction'))}::text[], ${added}::text[]) r(id, emoji)
      ON CONFLICT DO NOTHING`,
    sql`SELECT count(DISTINCT r.emoji)::int AS count FROM reactions r WHERE ${column} = ${id}`,
  ]);
  if (Number(counts?.[0]?.['count']) > EMOJI_PER_POST_MAX) {
    throw conflict(`There can be ${EMOJI_PER_POST_MAX} different reactions to one post at most.`);
  }
}
