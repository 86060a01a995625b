import { z } from 'zod';
import { roles } from '../../auth/roles.ts';
import type { Row } from '../../builder.ts';
import type { Context } from '../../context.ts';
import { webUrl } from '../../lib/web-url.ts';
import { wouldChange } from '../../lib/would-change.ts';
import { EMOJI_LENGTH_MAX } from '../../lib/emoji.ts';
import { SPACE_TITLE_LENGTH_MAX } from './create-space.ts';
import { lockSpaceFor } from './lock-space-for.ts';
import { findSpace, readSpace } from './space-access.ts';
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
): Promise<Row<'Space'>> {
  await findSpace(context, id, 'admin');
  await context.write(async (transaction) => {
    await lockSpaceFor(transaction, context.viewer, id, 'admin');
    const space = await transaction.space.findUniqueOrThrow({ where: { id } });
    const data = { ...others, iconUrl: icon };
    if (!wouldChange(space, data)) return;
    await transaction.space.update({ where: { id }, data: { ...data, updatedAt: context.now() } });
  });
  return readSpace(context, id);
}
