import { z } from 'zod';
import { roles } from '../../auth/roles.ts';
import { writeChecked, type Context } from '../../context.ts';
import { storedFieldsSql } from '../../database/columns.ts';
import { sql, type PrismaTransaction } from '../../database/database.ts';
import { executeLast } from '../../database/direct-transaction.ts';
import type { Space } from '../../database/generated/prisma/client.ts';
import { updateSql } from '../../database/write-sql.ts';
import { webUrl } from '../../lib/web-url.ts';
import { wouldChange } from '../../lib/would-change.ts';
import { EMOJI_LENGTH_MAX } from '../../lib/emoji.ts';
import type { WrittenRow } from '../../pagination/payload-row.ts';
import { SPACE_TITLE_LENGTH_MAX } from './create-space.ts';
import { lockSpaceAndRead } from './lock-space-authorized.ts';
import { findSpace } from './space-access.ts';
import { languageCodes } from './space-enums.ts';
import { visibleText } from '../../lib/visible-text.ts';

/** Changes to a space (interface, Spaces). An absent field keeps its value, null clears it. */
export const spaceChanges = z.object({
  editMode: z.enum(['live', 'locked']).optional(),
  title: visibleText.max(SPACE_TITLE_LENGTH_MAX).optional(),
  defaultLevel: z.enum([...roles, 'inherit']).nullish(),
  language: z.enum(languageCodes).nullish(),
  emoji: visibleText.min(1).max(EMOJI_LENGTH_MAX).nullish(),
  icon: webUrl.nullish(),
});

/**
 * Changes the settings of a space (interface, Spaces).
 *
 * @throws NOT_FOUND, FORBIDDEN below `admin`, CONFLICT when it is deleted
 */
export async function updateSpace(
  context: Context,
  id: string,
  { icon, ...others }: z.output<typeof spaceChanges>,
): Promise<WrittenRow> {
  const work = async (transaction: PrismaTransaction) => {
    const lock = { id, flag: 'admin' } as const;
    const { rows } = await lockSpaceAndRead(transaction, context.viewer, lock, [
      sql`SELECT ${storedFieldsSql('Space', 's')} FROM spaces s WHERE s.id = ${id}`,
    ]);
    const [[space] = []] = rows as Space[][];
    const data = { ...others, iconUrl: icon };
    if (!space || !wouldChange(space, data)) return { id };
    const changed = updateSql('spaces', { id }, { ...data, updatedAt: context.now() });
    await executeLast(transaction, changed);
    return { id };
  };
  return writeChecked(
    context,
    () => findSpace(context, id, 'admin'),
    () => context.writeInTurn(id, work),
  );
}
