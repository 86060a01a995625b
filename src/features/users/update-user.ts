import { z } from 'zod';
import type { Context } from '../../context.ts';
import { executeLast } from '../../database/direct-transaction.ts';
import { updateSql } from '../../database/write-sql.ts';
import { AppError, notFound } from '../../errors.ts';
import { visibleText } from '../../lib/visible-text.ts';
import { webUrl } from '../../lib/web-url.ts';
import type { WrittenRow } from '../../pagination/payload-row.ts';
import { userSource } from './user-source.ts';

/** Maximum length of a user's name, in characters (interface, Users). */
export const DISPLAY_NAME_LENGTH_MAX = 64;

/** Name of a user. */
export const userName = visibleText.trim().min(1).max(DISPLAY_NAME_LENGTH_MAX);

/** Changes to a user. An absent field keeps its value; a null picture removes it. */
export const userChanges = z.object({
  displayName: userName.optional(),
  photoURL: webUrl.nullish(),
});

/**
 * Changes the account of the viewer (interface, Users).
 *
 * @throws NOT_FOUND for users whom the viewer does not know, FORBIDDEN for others
 */
export async function updateUser(
  context: Context,
  id: string,
  { displayName: name, photoURL }: z.output<typeof userChanges>,
): Promise<WrittenRow> {
  if (id !== context.viewer.id) {
    const user = await context.loaders.one(userSource, id);
    if (!user) throw notFound('user', id);
    throw new AppError('FORBIDDEN', 'Only the owner of an account can change it.');
  }
  return context.write(async (transaction) => {
    const values = { displayName: name, photoUrl: photoURL };
    await executeLast(transaction, updateSql('users', { id }, values));
    return { id };
  });
}
