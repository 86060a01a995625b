import { sql, type PrismaTransaction, type Sql } from '../../database/database.ts';
import { notFound } from '../../errors.ts';
import { shownTitleSql } from './shown-names-sql.ts';

/** Owner of a locked site, and its title as the viewer sees it. */
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
export async function lockSite(transaction: PrismaTransaction, siteId: string): Promise<void> {
  const rows = await transaction.$queryRaw<object[]>(
    sql`SELECT FROM sites WHERE id = ${siteId} FOR UPDATE`,
  );
  if (rows.length === 0) throw notFound('site', siteId);
}

/** Reads and holds a site, for `checkSite`. */
export function lockSiteQuery(siteId: string, viewerId: string): Sql {
  return sql`
    SELECT t.organization_id AS "organizationId", ${shownTitleSql('site', sql`t`, viewerId)} AS title
    FROM sites t WHERE t.id = ${siteId} FOR UPDATE OF t`;
}

/** Checks the rows of a site that is held. @throws NOT_FOUND when it is gone */
export function checkSite([site]: readonly LockedSite[], siteId: string): LockedSite {
  if (!site) throw notFound('site', siteId);
  return site;
}
