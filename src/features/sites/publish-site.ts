import type { Row } from '../../builder.ts';
import type { Context } from '../../context.ts';
import { findSite, type SiteKey } from './site-access.ts';

/**
 * Publishes a site: from now on its visibility says who reads it.
 *
 * @throws NOT_FOUND, FORBIDDEN below `create`
 */
export async function publishSite(context: Context, key: SiteKey): Promise<Row<'Site'>> {
  await findSite(context, key, 'edit');
  await context.write((transaction) =>
    transaction.site.update({ where: { id: key.siteId }, data: { published: true } }),
  );
  return findSite(context, key);
}
