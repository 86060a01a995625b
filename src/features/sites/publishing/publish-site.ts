import type { Row } from '../../../builder.ts';
import type { Context } from '../../../context.ts';
import { conflict } from '../../../errors.ts';
import { lockSiteFor } from '../lock-site-for.ts';
import { findSite, type SiteKey } from '../site-access.ts';

/**
 * Publishes a site; its visibility then determines who can read it (interface, Sites). A published
 * site remains published.
 *
 * @throws NOT_FOUND, FORBIDDEN below `create`, CONFLICT for a site without a space
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
