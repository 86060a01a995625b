import { deleteIfFound, type Context } from '../../../context.ts';
import { lockSiteFor } from '../lock-site-for.ts';
import { findSiteSectionGroup, type SiteSectionGroupKey } from '../site-access.ts';
import { entriesIn, placeSections, readEntries } from './structure-entries.ts';

/**
 * Removes a section from a section group. It returns to the top level, directly after the group.
 * Succeeds if it is not in the group, or if the group does not exist for the viewer (interface,
 * Errors).
 *
 * @throws FORBIDDEN below `create`
 */
export async function removeSectionFromSiteSectionGroup(
  context: Context,
  key: SiteSectionGroupKey,
  sectionId: string,
): Promise<void> {
  const find = findSiteSectionGroup(context, key, 'edit');
  await deleteIfFound(context, find, async (transaction, found) => {
    await lockSiteFor(transaction, context.viewer, found.siteId);
    const entries = await readEntries(transaction, found.siteId);
    const section = entries.find(({ id }) => id === sectionId);
    if (section?.groupId !== found.id) return;
    const index = 1 + entriesIn(entries, null).findIndex(({ id }) => id === found.id);
    await placeSections(transaction, entries, [sectionId], { groupId: null, index });
  });
}
