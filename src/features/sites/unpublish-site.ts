import type { Row } from '../../builder.ts';
import type { Context } from '../../context.ts';
import { notFound } from '../../errors.ts';
import { findSite, type SiteKey } from './site-access.ts';

/**
 * Takes a site off the web, whatever its visibility (interface, Sites). One that is not published
 * stays so.
 *
 * @throws NOT_FOUND, FORBIDDEN below `create`
 */
export async function unpublishSite(context: Context, key: SiteKey): Promise<Row<'Site'>> {
  await findSite(context, key, 'edit');
  await context.write(async (transaction) => {
    const where = { id: key.siteId };
    const { count } = await transaction.site.updateMany({ where, data: { published: false } });
    if (count === 0) throw notFound('site', key.siteId);
  });
  return findSite(context, key);
}
