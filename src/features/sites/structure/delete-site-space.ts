import { deleteIfFound, type Context } from '../../../context.ts';
import { lockSiteFor } from '../lock-site-for.ts';
import { findSiteSpace, type SiteSpaceKey } from '../site-access.ts';
import { removeSiteSpace } from './remove-site-space.ts';

/**
 * Removes a space from a site without deleting it. If it is the default, the next site-space
 * becomes the default. Succeeds if the site-space does not exist for the viewer (interface,
 * Errors).
 *
 * @throws FORBIDDEN below `create`
 */
export async function deleteSiteSpace(context: Context, key: SiteSpaceKey): Promise<void> {
  await deleteIfFound(context, findSiteSpace(context, key, 'edit'), async (transaction, found) => {
    await lockSiteFor(transaction, context.viewer, found.siteId);
    await removeSiteSpace(transaction, found.id);
  });
}
