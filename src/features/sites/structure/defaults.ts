import type { PrismaTransaction } from '../../../database/database.ts';
import type { SiteSpaceLevel } from './site-space-level.ts';

/**
 * Makes a section the default of its site. The caller holds the lock of the site.
 *
 * @returns false, without a change, if the site has no such section
 */
export async function setDefaultSection(
  transaction: PrismaTransaction,
  siteId: string,
  sectionId: string,
): Promise<boolean> {
  const own = await transaction.siteSection.count({ where: { id: sectionId, siteId } });
  if (own === 0) return false;
  await transaction.siteSection.updateMany({
    where: { siteId, isDefault: true },
    data: { isDefault: false },
  });
  await transaction.siteSection.update({ where: { id: sectionId }, data: { isDefault: true } });
  return true;
}

/**
 * Makes a site-space the default of its section or of the root level. The caller holds the lock of
 * the site.
 *
 * @returns false, without a change, if the level has no such site-space
 */
export async function setDefaultSiteSpace(
  transaction: PrismaTransaction,
  level: SiteSpaceLevel,
  siteSpaceId: string,
): Promise<boolean> {
  const own = await transaction.siteSpace.count({ where: { id: siteSpaceId, ...level } });
  if (own === 0) return false;
  await transaction.siteSpace.updateMany({
    where: { ...level, isDefault: true },
    data: { isDefault: false },
  });
  await transaction.siteSpace.update({ where: { id: siteSpaceId }, data: { isDefault: true } });
  return true;
}

/**
 * Returns the successor of a deleted default: the next sibling, else the previous one.
 *
 * @param siblings all siblings in order, including the deleted one
 */
export function successorOf<Item extends { id: string }>(
  siblings: readonly Item[],
  deletedId: string,
): Item | undefined {
  const index = siblings.findIndex(({ id }) => id === deletedId);
  return siblings[index + 1] ?? siblings[index - 1];
}
