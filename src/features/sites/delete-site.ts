import { deleteIfFound, type Context } from '../../context.ts';
import { lockSiteFor } from './lock-site-for.ts';
import { findSite, type SiteKey } from './site-access.ts';

/**
 * Deletes a site with its sections, site-spaces and share links, but not its spaces. Succeeds if
 * the site does not exist for the viewer (interface, Errors).
 *
 * @throws FORBIDDEN below `create`
 */
export async function deleteSite(context: Context, key: SiteKey): Promise<void> {
  await deleteIfFound(context, findSite(context, key, 'edit'), async (transaction, site) => {
    await lockSiteFor(transaction, context.viewer, site.id);
    await transaction.site.delete({ where: { id: site.id } });
  });
}
