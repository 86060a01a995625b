import { deleteIfFound, type Context } from '../../../context.ts';
import { lockSiteFor } from '../lock-site-for.ts';
import { requireEdit } from '../site-access.ts';
import { findSiteByHostname } from './find-custom-hostname.ts';

/**
 * Removes the custom hostname of a site. Succeeds if none exists for the viewer.
 *
 * @throws FORBIDDEN below `create`
 */
export async function removeCustomHostname(context: Context, hostname: string): Promise<void> {
  const find = async () => {
    const site = await findSiteByHostname(context, hostname);
    requireEdit(context.viewer, site);
    return site;
  };
  await deleteIfFound(context, find(), async (transaction, { id }) => {
    await lockSiteFor(transaction, context.viewer, id);
    await transaction.site.updateMany({ where: { id, hostname }, data: { hostname: null } });
  });
}
