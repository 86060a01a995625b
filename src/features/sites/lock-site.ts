import type { PrismaTransaction } from '../../database/database.ts';
import { notFound } from '../../errors.ts';

/**
 * Makes the transaction the only one that changes the structure of a site until it ends: whoever
 * decides on defaults, paths, positions or counts takes this first, and reads after it.
 *
 * @throws NOT_FOUND when the site was deleted meanwhile
 */
export async function lockSite(transaction: PrismaTransaction, siteId: string): Promise<void> {
  const rows = await transaction.$queryRaw<unknown[]>`
    SELECT id FROM sites WHERE id = ${siteId} FOR UPDATE`;
  if (rows.length === 0) throw notFound('site', siteId);
}
