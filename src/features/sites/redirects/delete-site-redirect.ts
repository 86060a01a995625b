import { deleteIfFound, type Context } from '../../../context.ts';
import { lockSiteFor } from '../lock-site-for.ts';
import { findSiteRedirect, type SiteRedirectKey } from './find-site-redirect.ts';

/**
 * Deletes a redirect. Succeeds if it does not exist for the viewer (interface, Errors).
 *
 * @throws FORBIDDEN below `create`
 */
export async function deleteSiteRedirect(context: Context, key: SiteRedirectKey): Promise<void> {
  const find = findSiteRedirect(context, key, 'edit');
  await deleteIfFound(context, find, async (transaction, redirect) => {
    await lockSiteFor(transaction, context.viewer, redirect.siteId);
    await transaction.siteRedirect.deleteMany({ where: { id: redirect.id } });
  });
}
