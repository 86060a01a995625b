import { z } from 'zod';
import type { Context } from '../../context.ts';
import { sql, type Sql } from '../../database/database.ts';
import { conflict, type AppError } from '../../errors.ts';
import { newId } from '../../lib/id.ts';
import { oneEmoji } from '../../lib/emoji.ts';
import type { PostKey } from './lock-comment.ts';

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
 * Returns the condition that there are not too many different emoji on a post after a change, and
 * the statements of the change. Ignores additions that exist, and removals of what is added or does
 * not exist. The post must be locked.
 */
export function reactionWrites(
  { viewer, now }: Pick<Context, 'viewer' | 'now'>,
  post: PostKey,
  { addedReactions = [], removedReactions = [] }: ReactionChanges,
): { hasRoom: Sql; statements: (allowed: Sql) => Sql[] } {
  const [column, id] =
    'commentId' in post ? [sql`comment_id`, post.commentId] : [sql`reply_id`, post.replyId];
  const added = [...new Set(addedReactions)];
  const removed = removedReactions.filter((emoji) => !added.includes(emoji));
  const isRemoved = sql`(user_id = ${viewer.id} AND emoji = ANY(${removed}::text[]))`;
  const ids = added.map(() => newId('Reaction'));
  return {
    hasRoom: sql`(${added.length}::int = 0 OR ${EMOJI_PER_POST_MAX} >= (
      SELECT count(DISTINCT emoji) FROM (
        SELECT emoji FROM reactions WHERE ${column} = ${id} AND NOT ${isRemoved}
        UNION ALL SELECT unnest(${added}::text[])) after(emoji)))`,
    statements: (allowed) => [
      ...(removed.length === 0
        ? []
        : [sql`DELETE FROM reactions WHERE ${column} = ${id} AND ${isRemoved} AND ${allowed}`]),
      ...(added.length === 0
        ? []
        : [
            sql`INSERT INTO reactions (id, emoji, ${column}, user_id, reacted_at)
              SELECT r.id, r.emoji, ${id}, ${viewer.id}, ${now()}
              FROM unnest(${ids}::text[], ${added}::text[]) r(id, emoji) WHERE ${allowed}
              ON CONFLICT DO NOTHING`,
          ]),
    ],
  };
}

/** The post has too many different reactions. */
export function tooManyReactions(): AppError {
  return conflict(`There can be ${EMOJI_PER_POST_MAX} different reactions to one post at most.`);
}
