import type { Row } from '../../../builder.ts';
import type { Context } from '../../../context.ts';
import { invalidPosition } from '../../../errors.ts';
import { findSite, type SiteKey } from '../site-access.ts';
import { moveSiteSectionGroup } from './move-site-section-group.ts';
import { moveSiteSection } from './move-site-section.ts';
import { moveSiteSpace } from './move-site-space.ts';
import type { Place } from './site-order.ts';
import type { StructurePointer } from './structure-pointer.ts';

/** Row with a place in the structure of a site. */
export type StructureRow = Row<'SiteSpace'> | Row<'SiteSection'> | Row<'SiteSectionGroup'>;

/**
 * Moves a site-space, a section or a section group before or after another one (interface,
 * Versioning). Site-spaces stay on their level, and groups at the top level. Sections can move
 * anywhere, and join the group of their new neighbor.
 *
 * @throws NOT_FOUND, FORBIDDEN below `create`, INVALID_POSITION for a place that does not exist
 */
export async function sortSiteStructure(
  context: Context,
  key: SiteKey,
  { kind, id }: StructurePointer,
  place: Place<StructurePointer>,
): Promise<StructureRow> {
  await findSite(context, key, 'edit');
  for (const side of ['before', 'after'] as const) {
    const neighbor = place[side];
    if (neighbor && (neighbor.kind === 'SiteSpace') !== (kind === 'SiteSpace')) {
      const wanted = kind === 'SiteSpace' ? 'a site-space' : 'a section or a group';
      throw invalidPosition(`"position.${side}" must be ${wanted}, as the moved one is.`);
    }
  }
  switch (kind) {
    case 'SiteSpace': {
      const ids = { before: place.before?.id, after: place.after?.id };
      return moveSiteSpace(context, { ...key, siteSpaceId: id }, ids);
    }
    case 'SiteSection':
      return moveSiteSection(context, { ...key, siteSectionId: id }, place);
    case 'SiteSectionGroup':
      return moveSiteSectionGroup(context, { ...key, siteSectionGroupId: id }, place);
  }
}
