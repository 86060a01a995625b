import type { Context } from '../../context.ts';
import { missing } from '../../errors.ts';
import { setDefaultSection, successorOf } from './defaults.ts';
import { lockSite } from './lock-site.ts';
import { findSiteSection, type SiteSectionKey } from './site-access.ts';

/**
 * Deletes a section with its site-spaces; the spaces stay. The next section takes over from the
 * default one. Succeeds when the section does not exist for the viewer (interface, Errors).
 *
 * @throws FORBIDDEN below `create`
 */
export async function deleteSiteSection(context: Context, key: SiteSectionKey): Promise<void> {
  const found = await findSiteSection(context, key, 'edit').catch(missing);
  if (!found) return;
  await context
    .write(async (transaction) => {
      await lockSite(transaction, found.siteId);
      const siblings = await transaction.siteSection.findMany({
        where: { siteId: found.siteId },
        orderBy: [{ position: 'asc' }, { id: 'asc' }],
        select: { id: true, isDefault: true, position: true },
      });
      const section = siblings.find(({ id }) => id === found.id);
      if (!section) return;
      await transaction.siteSection.delete({ where: { id: section.id } });
      const others = siblings.filter(({ id }) => id !== section.id);
      const successor = section.isDefault ? successorOf(others, section) : undefined;
      if (successor) await setDefaultSection(transaction, found.siteId, successor.id);
    })
    .catch(missing);
}
