import type { Row } from '../../../builder.ts';
import type { Context } from '../../../context.ts';
import { lockSiteFor } from '../lock-site-for.ts';
import { findSite, type SiteKey } from '../site-access.ts';

/**
 * Unpublishes a site, whatever its visibility (interface, Sites). An unpublished site remains
 * unpublished.
 *
 * @throws NOT_FOUND, FORBIDDEN below `create`
 */
export async function unpublishSite(context: Context, key: SiteKey): Promise<Row<'Site'>> {
  await findSite(context, key, 'edit');
  await context.write(async (transaction) => {
    await lockSiteFor(transaction, context.viewer, key.siteId);
    await transaction.site.update({ where: { id: key.siteId }, data: { published: false } });
  });
  return findSite(context, key);
}
