import { z } from 'zod';
import type { Row } from '../../../builder.ts';
import type { Context } from '../../../context.ts';
import type { PrismaTransaction } from '../../../database/database.ts';
import { alreadyUsed, conflict } from '../../../errors.ts';
import { newId } from '../../../lib/id.ts';
import { lockSiteFor } from '../lock-site-for.ts';
import { findSite, type SiteKey } from '../site-access.ts';
import { findSiteRedirect } from './find-site-redirect.ts';
import {
  destinationColumns,
  destinationInput,
  requireDestination,
  requireDestinationNow,
  type RedirectDestination,
} from './redirect-destination.ts';
import { normalizeSourcePath, redirectSourcePath } from './redirect-source-path.ts';

/** Maximum number of redirects per site. */
export const SITE_REDIRECTS_MAX = 10_000;

/** Input for a new redirect (interface, Site redirects). */
export const newSiteRedirect = z.object({
  source: redirectSourcePath,
  destination: destinationInput,
});

/**
 * Creates a redirect (interface, Site redirects).
 *
 * @throws NOT_FOUND, FORBIDDEN below `create`, BAD_USER_INPUT for a destination that is not on the
 *   site, CONFLICT for a source that another redirect has and when the site is at its limit
 */
export async function createSiteRedirect(
  context: Context,
  key: SiteKey,
  { source, destination }: { source: string; destination: RedirectDestination },
): Promise<Row<'SiteRedirect'>> {
  const { id: siteId } = await findSite(context, key, 'edit');
  await requireDestination(context, siteId, destination);
  const siteRedirectId = await context.write(async (transaction) => {
    await lockSiteFor(transaction, context.viewer, siteId);
    await requireDestinationNow(transaction, siteId, destination);
    if ((await transaction.siteRedirect.count({ where: { siteId } })) >= SITE_REDIRECTS_MAX) {
      throw conflict(
        `A site has at most ${SITE_REDIRECTS_MAX} redirects, and this one does: delete one first.`,
      );
    }
    const data = {
      id: newId('SiteRedirect'),
      siteId,
      source: normalizeSourcePath(source),
      ...destinationColumns(destination),
      createdAt: context.now(),
    };
    await requireFreeSource(transaction, data);
    await transaction.siteRedirect.create({ data });
    return data.id;
  });
  return findSiteRedirect(context, { ...key, siteRedirectId });
}

/** Requires that no other redirect of the site has the source. */
export async function requireFreeSource(
  transaction: PrismaTransaction,
  { id, siteId, source }: Pick<Row<'SiteRedirect'>, 'id' | 'siteId' | 'source'>,
): Promise<void> {
  const where = { siteId, source, NOT: { id } };
  if ((await transaction.siteRedirect.count({ where })) > 0) {
    throw alreadyUsed('source', source, 'redirect of this site');
  }
}
