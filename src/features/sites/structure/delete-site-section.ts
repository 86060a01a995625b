import { deleteIfFound, type Context } from '../../../context.ts';
import { lockSiteFor } from '../lock-site-for.ts';
import { findSiteSection, type SiteSectionKey } from '../site-access.ts';
import { setDefaultSection, successorOf } from './defaults.ts';
import { readEntries, sectionsInOrder } from './structure-entries.ts';

/**
 * Deletes a section with its site-spaces, but not its spaces. If it is the default, the next
 * section becomes the default. Succeeds if the section does not exist for the viewer (interface,
 * Errors).
 *
 * @throws FORBIDDEN below `create`
 */
export async function deleteSiteSection(context: Context, key: SiteSectionKey): Promise<void> {
  const find = findSiteSection(context, key, 'edit');
  await deleteIfFound(context, find, async (transaction, found) => {
    await lockSiteFor(transaction, context.viewer, found.siteId);
    const section = await transaction.siteSection.findUnique({ where: { id: found.id } });
    if (!section) return;
    const sections = sectionsInOrder(await readEntries(transaction, found.siteId));
    await transaction.siteSection.delete({ where: { id: section.id } });
    const successor = section.isDefault ? successorOf(sections, section.id) : undefined;
    if (successor) await setDefaultSection(transaction, found.siteId, successor.id);
  });
}
