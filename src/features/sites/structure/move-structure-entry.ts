import type { Context } from '../../../context.ts';
import { invalidPosition, notFound } from '../../../errors.ts';
import { lockSiteFor } from '../lock-site-for.ts';
import { planMove, type Place } from './site-order.ts';
import {
  entriesIn,
  readEntries,
  writePositions,
  type StructureEntry,
} from './structure-entries.ts';
import type { StructurePointer } from './structure-pointer.ts';

/** Names of sections and groups in messages. */
const nouns = { SiteSection: 'site section', SiteSectionGroup: 'site section group' };

/**
 * Moves a section or a group of a site before or after another one. A section joins its neighbor:
 * in the neighbor's group, or at the top level.
 *
 * @throws NOT_FOUND when it was just deleted, INVALID_POSITION for a place that does not exist, and
 *   for a group next to a grouped section
 */
export async function moveStructureEntry(
  context: Context,
  siteId: string,
  moved: Pick<StructureEntry, 'kind' | 'id'>,
  place: Place<StructurePointer>,
): Promise<void> {
  await context.write(async (transaction) => {
    await lockSiteFor(transaction, context.viewer, siteId);
    const entries = await readEntries(transaction, siteId);
    if (!entries.some(({ id }) => id === moved.id)) throw notFound(nouns[moved.kind], moved.id);
    const groupId = groupAt(entries, moved, place);
    const positions = planMove(
      entriesIn(entries, groupId),
      moved.id,
      { before: place.before?.id, after: place.after?.id },
      'section or group',
    );
    await writePositions(transaction, entries, positions, groupId);
  });
}

/** Returns the group of the target place; null at the top level. */
function groupAt(
  entries: readonly StructureEntry[],
  moved: Pick<StructureEntry, 'kind' | 'id'>,
  place: Place<StructurePointer>,
): string | null {
  const [groupId = null] = (['before', 'after'] as const).flatMap((side) => {
    const pointer = place[side];
    if (!pointer) return [];
    const neighbor = entries.find(({ kind, id }) => kind === pointer.kind && id === pointer.id);
    if (!neighbor) {
      throw invalidPosition(`"position.${side}" must be a section or a group of the site.`);
    }
    if (moved.kind === 'SiteSectionGroup' && neighbor.groupId !== null) {
      throw invalidPosition(
        `"position.${side}" is in a group, and a group cannot be in another: name that group.`,
      );
    }
    return [neighbor.groupId];
  });
  return groupId;
}
