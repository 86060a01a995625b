import type { Viewer } from '../../auth/viewer.ts';
import { membershipQuery, reloadViewer } from '../../auth/reload-viewer.ts';
import { sql, type PrismaTransaction } from '../../database/database.ts';
import { queryTogether } from '../../database/direct-transaction.ts';
import { notFound } from '../../errors.ts';
import { checkSite, lockSiteQuery, type LockedSite } from './lock-site.ts';
import { requireEdit } from './site-access.ts';

/**
 * Locks a site as lockSite does, and then checks that the viewer may change it.
 *
 * @param organizationId the one that the site must belong to, where nobody has looked yet
 * @throws NOT_FOUND when the site was deleted or the viewer left the organization meanwhile,
 *   FORBIDDEN when they are now below `create`
 */
export async function lockSiteFor(
  transaction: PrismaTransaction,
  viewer: Viewer,
  siteId: string,
  organizationId?: string,
): Promise<void> {
  // Whoever is no member holds nothing.
  if (organizationId !== undefined && !viewer.memberships.has(organizationId)) {
    throw notFound('site', siteId);
  }
  const [sites = [], memberships = []] = await queryTogether(transaction, [
    lockSiteQuery(siteId, viewer.id),
    membershipQuery(viewer, sql`(SELECT s.organization_id FROM sites s WHERE s.id = ${siteId})`),
  ]);
  const site = checkSite(sites as unknown as LockedSite[], siteId);
  if (organizationId !== undefined && site.organizationId !== organizationId) {
    throw notFound('site', siteId);
  }
  const now = reloadViewer(viewer, memberships);
  if (!now.memberships.has(site.organizationId)) throw notFound('site', siteId);
  requireEdit(now, site);
}
