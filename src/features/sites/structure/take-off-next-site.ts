import type { Database } from '../../../database/database.ts';
import { runTransaction } from '../../../database/run-transaction.ts';
import { missing } from '../../../errors.ts';
import { lockSite } from '../lock-site.ts';
import { removeSiteSpace } from './remove-site-space.ts';

/**
 * Takes a space off the first of the sites that show it, as its site-space would be deleted.
 *
 * @returns how many it was taken off: 0 when no site shows it
 */
export async function takeOffNextSite(db: Database, spaceId: string): Promise<number> {
  const shown = await db.prisma.siteSpace.findFirst({ where: { spaceId }, orderBy: { id: 'asc' } });
  if (!shown) return 0;
  await runTransaction(db, async (transaction) => {
    await lockSite(transaction, shown.siteId);
    await removeSiteSpace(transaction, shown.id);
  }).catch(missing);
  return 1;
}
