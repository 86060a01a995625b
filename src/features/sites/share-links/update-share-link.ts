import { z } from 'zod';
import type { Row } from '../../../builder.ts';
import type { Context } from '../../../context.ts';
import { notFound } from '../../../errors.ts';
import { lockSiteFor } from '../lock-site-for.ts';
import { findShareLink, type ShareLinkKey } from '../site-access.ts';
import { SHARE_LINK_NAME_LENGTH_MAX } from './create-share-link.ts';
import { visibleText } from '../../../lib/visible-text.ts';

/** Changes to a share link (interface, Site share links). An absent field keeps its value. */
export const shareLinkChanges = z.object({
  name: visibleText.max(SHARE_LINK_NAME_LENGTH_MAX).optional(),
  active: z.boolean().optional(),
});

/**
 * Renames, deactivates or activates a share link without changing its key (interface, State
 * transitions).
 *
 * @throws NOT_FOUND, FORBIDDEN below `create`
 */
export async function updateShareLink(
  context: Context,
  key: ShareLinkKey,
  changes: z.output<typeof shareLinkChanges>,
): Promise<Row<'ShareLink'>> {
  const { id, siteId } = await findShareLink(context, key, 'edit');
  await context.write(async (transaction) => {
    await lockSiteFor(transaction, context.viewer, siteId);
    const { count } = await transaction.shareLink.updateMany({ where: { id }, data: changes });
    if (count === 0) throw notFound('share link', id);
  });
  return findShareLink(context, key);
}
