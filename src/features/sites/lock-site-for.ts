import type { Viewer } from '../../auth/viewer.ts';
import { viewerNow } from '../../auth/viewer-now.ts';
import type { PrismaTransaction } from '../../database/database.ts';
import { notFound } from '../../errors.ts';
import { lockSite } from './lock-site.ts';
import { requireEdit } from './site-access.ts';

/**
 * Holds a site as lockSite does, for a viewer who changes it, and asks, now that it is held,
 * whether they still may.
 *
 * @throws NOT_FOUND when the site was deleted or the viewer left the organization meanwhile,
 *   FORBIDDEN when they fell below `create`
 */
export async function lockSiteFor(
  transaction: PrismaTransaction,
  viewer: Viewer,
  siteId: string,
): Promise<void> {
  const site = await lockSite(transaction, siteId);
  const now = await viewerNow(transaction, viewer, site.organizationId);
  if (!now.memberships.has(site.organizationId)) throw notFound('site', siteId);
  requireEdit(now, site);
}
