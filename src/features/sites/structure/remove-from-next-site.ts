import type { Database } from '../../../database/database.ts';
import { runTransaction } from '../../../database/run-transaction.ts';
import { nullIfNotFound } from '../../../errors.ts';
import { lockSite } from '../lock-site.ts';
import { removeSiteSpace } from './remove-site-space.ts';

/**
 * Removes a space from the first site that shows it, as deleting its site-space would.
 *
 * @returns number of sites from which it was removed: 0 when no site shows it
 */
export async function removeFromNextSite(db: Database, spaceId: string): Promise<number> {
  const shown = await db.prisma.siteSpace.findFirst({ where: { spaceId }, orderBy: { id: 'asc' } });
  if (!shown) return 0;
  await runTransaction(db, async (transaction) => {
    await lockSite(transaction, shown.siteId);
    await removeSiteSpace(transaction, shown.id);
  }).catch(nullIfNotFound);
  return 1;
}
