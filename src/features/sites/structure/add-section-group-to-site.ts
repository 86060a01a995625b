import { z } from 'zod';
import type { Row } from '../../../builder.ts';
import type { Context } from '../../../context.ts';
import { badInput, conflict, notFound } from '../../../errors.ts';
import { newId } from '../../../lib/id.ts';
import { positionBehind } from '../../../lib/position.ts';
import { lockSiteFor } from '../lock-site-for.ts';
import { findSite, findSiteSection, findSiteSectionGroup, type SiteKey } from '../site-access.ts';
import {
  GROUP_TITLE_LENGTH_MAX,
  ICON_LENGTH_MAX,
  SECTION_GROUPS_MAX,
  SECTIONS_MAX,
} from '../site-limits.ts';
import { entriesIn, placeSections, readEntries } from './structure-entries.ts';
import { visibleText } from '../../../lib/visible-text.ts';

/** Input for a new section group (interface, Site section groups). */
export const newSiteSectionGroup = z.object({
  title: visibleText.min(1).max(GROUP_TITLE_LENGTH_MAX),
  icon: visibleText.min(1).max(ICON_LENGTH_MAX).nullish(),
  sections: z.array(z.string()).max(SECTIONS_MAX).optional(),
});

/**
 * Adds a section group at the end of a site. The given sections of the site move into it in the
 * given order, out of their current groups (interface, Site section groups).
 *
 * @throws NOT_FOUND for a site or a section that does not exist for the viewer, FORBIDDEN below
 *   `create`, BAD_USER_INPUT for a section that appears twice, CONFLICT when the site is at its
 *   limit
 */
export async function addSectionGroupToSite(
  context: Context,
  key: SiteKey,
  { title, icon, sections = [] }: z.output<typeof newSiteSectionGroup>,
): Promise<Row<'SiteSectionGroup'>> {
  await findSite(context, key, 'edit');
  const twice = sections.findIndex((id, index) => sections.indexOf(id) !== index);
  if (twice >= 0) {
    throw badInput(`"sections.${twice}" appears twice.`, ['input', 'sections', twice]);
  }
  await Promise.all(
    sections.map((siteSectionId) => findSiteSection(context, { ...key, siteSectionId })),
  );
  const siteSectionGroupId = await context.write(async (transaction) => {
    const id = newId('SiteSectionGroup');
    await lockSiteFor(transaction, context.viewer, key.siteId);
    const entries = await readEntries(transaction, key.siteId);
    const groups = entries.filter(({ kind }) => kind === 'SiteSectionGroup');
    if (groups.length >= SECTION_GROUPS_MAX) {
      throw conflict(`A site has at most ${SECTION_GROUPS_MAX} section groups, and this one does.`);
    }
    const gone = sections.find((section) => !entries.some((entry) => entry.id === section));
    if (gone !== undefined) throw notFound('site section', gone);
    const position = positionBehind(entriesIn(entries, null));
    const data = { id, siteId: key.siteId, title, icon: icon ?? null, position };
    await transaction.siteSectionGroup.create({ data });
    await placeSections(transaction, entries, sections, { groupId: id, index: 0 });
    return id;
  });
  return findSiteSectionGroup(context, { ...key, siteSectionGroupId });
}
