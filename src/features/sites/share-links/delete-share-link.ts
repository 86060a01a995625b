import { deleteIfFound, type Context } from '../../../context.ts';
import { lockSiteFor } from '../lock-site-for.ts';
import { findShareLink, type ShareLinkKey } from '../site-access.ts';

/**
 * Deletes a share link, which invalidates its key. Succeeds if it does not exist for the viewer
 * (interface, Errors).
 *
 * @throws FORBIDDEN below `create`
 */
export async function deleteShareLink(context: Context, key: ShareLinkKey): Promise<void> {
  await deleteIfFound(context, findShareLink(context, key, 'edit'), async (transaction, link) => {
    await lockSiteFor(transaction, context.viewer, link.siteId);
    await transaction.shareLink.deleteMany({ where: { id: link.id } });
  });
}
