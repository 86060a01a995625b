import { sql, type PrismaTransaction, type Sql } from '../../database/database.ts';
import { notFound } from '../../errors.ts';

/** What decisions about a site rest on. */
export interface LockedSite {
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
  return checkSite(await transaction.$queryRaw<LockedSite[]>(lockSiteQuery(siteId)), siteId);
}

/** Reads and holds a site, for `checkSite`. */
export function lockSiteQuery(siteId: string): Sql {
  return sql`
    SELECT organization_id AS "organizationId", title FROM sites
    WHERE id = ${siteId} FOR UPDATE`;
}

/** Checks the rows of a site that is held. @throws NOT_FOUND when it is gone */
export function checkSite([site]: readonly LockedSite[], siteId: string): LockedSite {
  if (!site) throw notFound('site', siteId);
  return site;
}
