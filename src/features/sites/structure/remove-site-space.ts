import type { PrismaTransaction } from '../../../database/database.ts';
import { setDefaultSiteSpace, successorOf } from './defaults.ts';
import { readSiteSpaces } from './site-space-level.ts';

/**
 * Removes a site-space if it still exists. If it is the default, the next one becomes the default.
 * The caller holds the lock of the site.
 */
export async function removeSiteSpace(
  transaction: PrismaTransaction,
  siteSpaceId: string,
): Promise<void> {
  const current = await transaction.siteSpace.findUnique({ where: { id: siteSpaceId } });
  if (!current) return;
  const { siteId, sectionId, isDefault, id } = current;
  const siblings = await readSiteSpaces(transaction, { siteId, sectionId });
  await transaction.siteSpace.delete({ where: { id } });
  const successor = isDefault ? successorOf(siblings, id) : undefined;
  if (successor) await setDefaultSiteSpace(transaction, { siteId, sectionId }, successor.id);
}
