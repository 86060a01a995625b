import type { Row } from '../../../builder.ts';
import type { Context } from '../../../context.ts';
import { findSiteSection, type SiteSectionKey } from '../site-access.ts';
import { moveStructureEntry } from './move-structure-entry.ts';
import type { Place } from './site-order.ts';
import type { StructurePointer } from './structure-pointer.ts';

/**
 * Moves a section before or after another section or a group of the site (interface, Site
 * sections). It joins the group of that section, or the top level.
 *
 * @throws NOT_FOUND, FORBIDDEN below `create`, INVALID_POSITION for a place that does not exist
 */
export async function moveSiteSection(
  context: Context,
  key: SiteSectionKey,
  place: Place<StructurePointer>,
): Promise<Row<'SiteSection'>> {
  const { id, siteId } = await findSiteSection(context, key, 'edit');
  await moveStructureEntry(context, siteId, { kind: 'SiteSection', id }, place);
  return findSiteSection(context, key);
}
