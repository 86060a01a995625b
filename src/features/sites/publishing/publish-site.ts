import type { Row } from '../../../builder.ts';
import type { Context } from '../../../context.ts';
import { conflict } from '../../../errors.ts';
import { lockSiteFor } from '../lock-site-for.ts';
import { findSite, type SiteKey } from '../site-access.ts';

/**
 * Publishes a site: from now on its visibility says who reads it (interface, Sites). A published
 * one stays so.
 *
 * @throws NOT_FOUND, FORBIDDEN below `create`, CONFLICT for a site that has nothing to show
 */
export async function publishSite(context: Context, key: SiteKey): Promise<Row<'Site'>> {
  const { title } = await findSite(context, key, 'edit');
  await context.write(async (transaction) => {
    await lockSiteFor(transaction, context.viewer, key.siteId);
    const where = { siteId: key.siteId, space: { deletedAt: null } };
    if ((await transaction.siteSpace.count({ where })) === 0) {
      throw conflict(`The site "${title}" shows no space. Add one to it, then publish it.`);
    }
    await transaction.site.update({ where: { id: key.siteId }, data: { published: true } });
  });
  return findSite(context, key);
}
