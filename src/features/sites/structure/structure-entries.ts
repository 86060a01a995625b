import type { PrismaTransaction } from '../../../database/database.ts';
import { byPosition } from '../../../lib/position.ts';
import { planInsert } from './site-order.ts';

/** Section or section group, with its place in a group or at the top level (null). */
export interface StructureEntry {
  id: string;
  kind: 'SiteSection' | 'SiteSectionGroup';
  groupId: string | null;
  position: string;
}

/** Reads the sections and groups of a site. The caller holds the lock of the site. */
export async function readEntries(
  transaction: PrismaTransaction,
  siteId: string,
): Promise<StructureEntry[]> {
  const sections = await transaction.siteSection.findMany({
    where: { siteId },
    select: { id: true, groupId: true, position: true },
  });
  const groups = await transaction.siteSectionGroup.findMany({
    where: { siteId },
    select: { id: true, position: true },
  });
  return [
    ...sections.map((section) => ({ ...section, kind: 'SiteSection' as const })),
    ...groups.map((group) => ({ ...group, kind: 'SiteSectionGroup' as const, groupId: null })),
  ];
}

/** Returns the siblings in a group, or at the top level (null), in order. */
export function entriesIn(
  entries: readonly StructureEntry[],
  groupId: string | null,
): StructureEntry[] {
  return entries.filter((entry) => entry.groupId === groupId).toSorted(byPosition);
}

/** Returns all sections in their order on the site; those of a group are at its place. */
export function sectionsInOrder(entries: readonly StructureEntry[]): StructureEntry[] {
  return entriesIn(entries, null).flatMap((entry) =>
    entry.kind === 'SiteSectionGroup' ? entriesIn(entries, entry.id) : [entry],
  );
}

/**
 * Moves sections in the given order into a group or to the top level (null), before the sibling at
 * an index. The caller holds the lock of the site.
 */
export async function placeSections(
  transaction: PrismaTransaction,
  entries: readonly StructureEntry[],
  sectionIds: readonly string[],
  { groupId, index }: { groupId: string | null; index: number },
): Promise<void> {
  const siblings = entriesIn(entries, groupId);
  const positions = planInsert(siblings, index, sectionIds);
  await writePositions(transaction, entries, positions, groupId);
}

/** Writes the positions of siblings in a group or at the top level (null), by id. */
export async function writePositions(
  transaction: PrismaTransaction,
  entries: readonly StructureEntry[],
  positions: ReadonlyMap<string, string>,
  groupId: string | null,
): Promise<void> {
  for (const [id, position] of positions) {
    const where = { id };
    if (entries.some((entry) => entry.id === id && entry.kind === 'SiteSectionGroup')) {
      await transaction.siteSectionGroup.update({ where, data: { position } });
    } else {
      await transaction.siteSection.update({ where, data: { position, groupId } });
    }
  }
}
