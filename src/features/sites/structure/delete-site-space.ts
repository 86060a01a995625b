import type { Context } from '../../../context.ts';
import { nullIfNotFound } from '../../../errors.ts';
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
  const found = await findSiteSpace(context, key, 'edit').catch(nullIfNotFound);
  if (!found) return;
  await context
    .write(async (transaction) => {
      await lockSiteFor(transaction, context.viewer, found.siteId);
      await removeSiteSpace(transaction, found.id);
    })
    .catch(nullIfNotFound);
}
