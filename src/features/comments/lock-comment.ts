import { sql, type PrismaTransaction } from '../../database/database.ts';
import { notFound } from '../../errors.ts';

/** What decisions inside a transaction rest on. */
export interface LockedComment {
  markdown: string | null;
  status: 'open' | 'resolved';
}

/**
 * Reads a comment and holds it until the transaction ends, so that changes of it and of what hangs
 * on it happen one after the other.
 *
 * @throws NOT_FOUND when it was deleted meanwhile
 */
export async function lockComment(
  transaction: PrismaTransaction,
  id: string,
): Promise<LockedComment> {
  const [comment] = await transaction.$queryRaw<LockedComment[]>(sql`
    SELECT c.markdown, c.status FROM comments c WHERE c.id = ${id} FOR UPDATE`);
  if (!comment) throw notFound('comment', id);
  return comment;
}
