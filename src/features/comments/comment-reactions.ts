import { builder } from '../../builder.ts';
import type { Context } from '../../context.ts';
import { sql } from '../../database/database.ts';
import { pastUser } from '../users/past-user.ts';

/** Maximum number of users listed for one emoji; the count includes all. */
const USERS_SHOWN_MAX = 100;

interface ReactionUser {
  userId: string;
  reactedAt: Date;
}

interface Reaction {
  emoji: string;
  count: number;
  users: ReactionUser[];
}

const CommentReactionUser = builder.objectRef<ReactionUser>('CommentReactionUser').implement({
  description: 'A user who reacted, with the time.',
  rest: { fields: 'user { ...User } reactedAt' },
  fields: (t) => ({
    user: t.field({
      ...pastUser('userId'),
      description: 'The user, even if they have left; null if the account was deleted.',
    }),
    reactedAt: t.expose('reactedAt', { type: 'DateTime', description: 'When the user reacted.' }),
  }),
});

/** An emoji on a comment or reply, with its users. */
export const CommentReaction = builder.objectRef<Reaction>('CommentReaction').implement({
  description: 'An emoji reaction, with the people who used it.',
  rest: { fields: 'emoji count users { ...CommentReactionUser }' },
  fields: (t) => ({
    emoji: t.exposeString('emoji', { description: 'The emoji, 1 to 50 characters.' }),
    count: t.exposeInt('count', { description: 'Number of people who reacted with the emoji.' }),
    users: t.expose('users', {
      type: [CommentReactionUser],
      description: `The first ${USERS_SHOWN_MAX} people who used the emoji, earliest first.`,
      complexity: { field: 1, multiplier: 5 },
    }),
  }),
});

/** The column of `reactions` for each kind of post. */
const columns = { comment: sql`t.comment_id`, reply: sql`t.reply_id` };

/**
 * Returns the reactions to a comment or reply, in the order of their first use. One statement for
 * all posts of a level.
 */
export function reactionsTo(
  { db, loaders }: Context,
  kind: keyof typeof columns,
  id: string,
): Promise<Reaction[]> {
  return loaders.batch(`reactions to a ${kind}`, id, async (ids) => {
    const rows = (await db.query(sql`
      SELECT r.post_id, r.emoji, r.count, r.user_id, r.reacted_at
      FROM (
        SELECT ${columns[kind]} AS post_id, t.emoji, t.user_id, t.reacted_at, t.id,
          (count(*) OVER same)::int AS count, min(t.id) OVER same AS first_id,
          row_number() OVER (same ORDER BY t.id) AS number
        FROM reactions t
        WHERE ${columns[kind]} = ANY(${[...ids]}::text[])
        WINDOW same AS (PARTITION BY ${columns[kind]}, t.emoji)
      ) r
      WHERE r.number <= ${USERS_SHOWN_MAX} ORDER BY r.first_id, r.id`)) as [
      string,
      string,
      number,
      string,
      Date,
    ][];
    const reactions = new Map(ids.map((post) => [post, new Map<string, Reaction>()]));
    for (const [post, emoji, count, userId, reactedAt] of rows) {
      const byEmoji = reactions.get(post);
      const reaction = byEmoji?.get(emoji) ?? { emoji, count, users: [] };
      reaction.users.push({ userId, reactedAt });
      byEmoji?.set(emoji, reaction);
    }
    return ids.map((post) => [...(reactions.get(post)?.values() ?? [])]);
  });
}
