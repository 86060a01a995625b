import { sql, type PrismaTransaction } from '../../database/database.ts';
import { notFound } from '../../errors.ts';

/** What decisions about a site rest on. */
interface LockedSite {
  organizationId: string;
  title: string;
}

/**
 * Makes the transaction the only one that changes a site or its structure until it ends: whoever
 * decides on defaults, paths, positions or counts takes this first, and reads after it.
 *
 * @throws NOT_FOUND when the site was deleted meanwhile
 */
export async function lockSite(
  transaction: PrismaTransaction,
  siteId: string,
): Promise<LockedSite> {
  const [site] = await transaction.$queryRaw<LockedSite[]>(sql`
    SELECT organization_id AS "organizationId", title FROM sites
    WHERE id = ${siteId} FOR UPDATE`);
  if (!site) throw notFound('site', siteId);
  return site;
}
