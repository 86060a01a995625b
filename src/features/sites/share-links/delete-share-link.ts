import type { Context } from '../../../context.ts';
import { nullIfNotFound } from '../../../errors.ts';
import { lockSiteFor } from '../lock-site-for.ts';
import { findShareLink, type ShareLinkKey } from '../site-access.ts';

/**
 * Deletes a share link, which invalidates its key. Succeeds if it does not exist for the viewer
 * (interface, Errors).
 *
 * @throws FORBIDDEN below `create`
 */
export async function deleteShareLink(context: Context, key: ShareLinkKey): Promise<void> {
  const link = await findShareLink(context, key, 'edit').catch(nullIfNotFound);
  if (!link) return;
  await context
    .write(async (transaction) => {
      await lockSiteFor(transaction, context.viewer, link.siteId);
      await transaction.shareLink.deleteMany({ where: { id: link.id } });
    })
    .catch(nullIfNotFound);
}
