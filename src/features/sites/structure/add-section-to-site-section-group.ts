import type { Row } from '../../../builder.ts';
import type { Context } from '../../../context.ts';
import { notFound } from '../../../errors.ts';
import { lockSiteFor } from '../lock-site-for.ts';
import { findSiteSection, findSiteSectionGroup, type SiteSectionGroupKey } from '../site-access.ts';
import { entriesIn, placeSections, readEntries } from './structure-entries.ts';

/**
 * Moves a section to the end of a section group, out of its current group. A section that is
 * already in the group keeps its place (interface, Site section groups).
 *
 * @throws NOT_FOUND for a group or a section that does not exist for the viewer, FORBIDDEN below
 *   `create`
 */
export async function addSectionToSiteSectionGroup(
  context: Context,
  key: SiteSectionGroupKey,
  sectionId: string,
): Promise<Row<'SiteSectionGroup'>> {
  const { id: groupId, siteId } = await findSiteSectionGroup(context, key, 'edit');
  await findSiteSection(context, { ...key, siteSectionId: sectionId });
  await context.write(async (transaction) => {
    await lockSiteFor(transaction, context.viewer, siteId);
    const entries = await readEntries(transaction, siteId);
    const section = entries.find(({ id }) => id === sectionId);
    if (!section) throw notFound('site section', sectionId);
    if (!entries.some(({ id }) => id === groupId)) throw notFound('site section group', groupId);
    if (section.groupId === groupId) return;
    const index = entriesIn(entries, groupId).length;
    await placeSections(transaction, entries, [sectionId], { groupId, index });
  });
  return findSiteSectionGroup(context, key);
}
