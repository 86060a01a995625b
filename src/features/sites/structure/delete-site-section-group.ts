import { deleteIfFound, type Context } from '../../../context.ts';
import { lockSiteFor } from '../lock-site-for.ts';
import { findSiteSectionGroup, type SiteSectionGroupKey } from '../site-access.ts';
import { entriesIn, placeSections, readEntries } from './structure-entries.ts';

/**
 * Deletes a section group. Its sections return to the top level, at its place and in their order.
 * Succeeds if the group does not exist for the viewer (interface, Errors).
 *
 * @throws FORBIDDEN below `create`
 */
export async function deleteSiteSectionGroup(
  context: Context,
  key: SiteSectionGroupKey,
): Promise<void> {
  const find = findSiteSectionGroup(context, key, 'edit');
  await deleteIfFound(context, find, async (transaction, found) => {
    await lockSiteFor(transaction, context.viewer, found.siteId);
    const entries = await readEntries(transaction, found.siteId);
    const index = entriesIn(entries, null).findIndex(({ id }) => id === found.id);
    if (index < 0) return;
    const sectionIds = entriesIn(entries, found.id).map(({ id }) => id);
    await placeSections(transaction, entries, sectionIds, { groupId: null, index });
    await transaction.siteSectionGroup.delete({ where: { id: found.id } });
  });
}
