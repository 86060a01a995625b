import { z } from 'zod';
import type { Row } from '../../../builder.ts';
import type { Context } from '../../../context.ts';
import { notFound } from '../../../errors.ts';
import { lockSiteFor } from '../lock-site-for.ts';
import { findSiteSectionGroup, type SiteSectionGroupKey } from '../site-access.ts';
import { GROUP_TITLE_LENGTH_MAX, ICON_LENGTH_MAX } from '../site-limits.ts';
import { visibleText } from '../../../lib/visible-text.ts';

/**
 * Changes to a section group (interface, Limits). An absent field keeps its value, null removes it.
 */
export const siteSectionGroupChanges = z.object({
  title: visibleText.min(1).max(GROUP_TITLE_LENGTH_MAX).optional(),
  icon: visibleText.min(1).max(ICON_LENGTH_MAX).nullish(),
});

/**
 * Changes a section group (interface, Site section groups).
 *
 * @throws NOT_FOUND, FORBIDDEN below `create`
 */
export async function updateSiteSectionGroup(
  context: Context,
  key: SiteSectionGroupKey,
  changes: z.output<typeof siteSectionGroupChanges>,
): Promise<Row<'SiteSectionGroup'>> {
  const { id, siteId } = await findSiteSectionGroup(context, key, 'edit');
  await context.write(async (transaction) => {
    await lockSiteFor(transaction, context.viewer, siteId);
    const where = { id };
    const { count } = await transaction.siteSectionGroup.updateMany({ where, data: changes });
    if (count === 0) throw notFound('site section group', id);
  });
  return findSiteSectionGroup(context, key);
}
