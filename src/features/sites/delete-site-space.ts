import type { Context } from '../../context.ts';
import { missing } from '../../errors.ts';
import { setDefaultSiteSpace, successorOf } from './defaults.ts';
import { lockSite } from './lock-site.ts';
import { findSiteSpace, type SiteSpaceKey } from './site-access.ts';
import { readSiteSpaces } from './site-space-level.ts';

/**
 * Takes a space off a site; the space stays. The next site-space takes over from the default one.
 * Succeeds when the site-space does not exist for the viewer (interface, Errors).
 *
 * @throws FORBIDDEN below `create`
 */
export async function deleteSiteSpace(context: Context, key: SiteSpaceKey): Promise<void> {
  const found = await findSiteSpace(context, key, 'edit').catch(missing);
  if (!found) return;
  await context
    .write(async (transaction) => {
      await lockSite(transaction, found.siteId);
      const current = await transaction.siteSpace.findUnique({ where: { id: found.id } });
      if (!current) return;
      const { siteId, sectionId, isDefault, id } = current;
      const siblings = await readSiteSpaces(transaction, { siteId, sectionId });
      await transaction.siteSpace.delete({ where: { id } });
      const successor = isDefault ? successorOf(siblings, id) : undefined;
      if (successor) await setDefaultSiteSpace(transaction, { siteId, sectionId }, successor.id);
    })
    .catch(missing);
}
