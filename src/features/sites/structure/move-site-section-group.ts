import type { Row } from '../../../builder.ts';
import type { Context } from '../../../context.ts';
import { findSiteSectionGroup, type SiteSectionGroupKey } from '../site-access.ts';
import { moveStructureEntry } from './move-structure-entry.ts';
import type { Place } from './site-order.ts';
import type { StructurePointer } from './structure-pointer.ts';

/**
 * Moves a section group with its sections before or after another group or an ungrouped section
 * (interface, Site section groups).
 *
 * @throws NOT_FOUND, FORBIDDEN below `create`, INVALID_POSITION for a place that does not exist
 */
export async function moveSiteSectionGroup(
  context: Context,
  key: SiteSectionGroupKey,
  place: Place<StructurePointer>,
): Promise<Row<'SiteSectionGroup'>> {
  const { id, siteId } = await findSiteSectionGroup(context, key, 'edit');
  await moveStructureEntry(context, siteId, { kind: 'SiteSectionGroup', id }, place);
  return findSiteSectionGroup(context, key);
}
