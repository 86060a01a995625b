import type { Context } from '../../context.ts';
import { nullIfNotFound } from '../../errors.ts';
import { lockSiteFor } from './lock-site-for.ts';
import { findSite, type SiteKey } from './site-access.ts';

/**
 * Deletes a site with its sections, site-spaces and share links, but not its spaces. Succeeds if
 * the site does not exist for the viewer (interface, Errors).
 *
 * @throws FORBIDDEN below `create`
 */
export async function deleteSite(context: Context, key: SiteKey): Promise<void> {
  const site = await findSite(context, key, 'edit').catch(nullIfNotFound);
  if (!site) return;
  await context
    .write(async (transaction) => {
      await lockSiteFor(transaction, context.viewer, site.id);
      await transaction.site.delete({ where: { id: site.id } });
    })
    .catch(nullIfNotFound);
}
