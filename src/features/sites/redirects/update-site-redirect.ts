import type { Row } from '../../../builder.ts';
import type { Context } from '../../../context.ts';
import { notFound } from '../../../errors.ts';
import { lockSiteFor } from '../lock-site-for.ts';
import { newSiteRedirect, requireFreeSource } from './create-site-redirect.ts';
import { findSiteRedirect, type SiteRedirectKey } from './find-site-redirect.ts';
import {
  destinationColumns,
  requireDestination,
  requireDestinationNow,
  type RedirectDestination,
} from './redirect-destination.ts';
import { normalizeSourcePath } from './redirect-source-path.ts';

/** Changes to a redirect (interface, Site redirects). An absent field keeps its value. */
export const siteRedirectChanges = newSiteRedirect.partial();

/**
 * Changes a redirect (interface, Site redirects).
 *
 * @throws NOT_FOUND, FORBIDDEN below `create`, BAD_USER_INPUT for a destination that is not on the
 *   site, CONFLICT for a source that another redirect has
 */
export async function updateSiteRedirect(
  context: Context,
  key: SiteRedirectKey,
  changes: { source?: string | undefined; destination?: RedirectDestination | undefined },
): Promise<Row<'SiteRedirect'>> {
  const { id, siteId } = await findSiteRedirect(context, key, 'edit');
  const { destination } = changes;
  if (destination) await requireDestination(context, siteId, destination);
  const source = changes.source === undefined ? undefined : normalizeSourcePath(changes.source);
  await context.write(async (transaction) => {
    await lockSiteFor(transaction, context.viewer, siteId);
    if (destination) await requireDestinationNow(transaction, siteId, destination);
    if (source !== undefined) await requireFreeSource(transaction, { id, siteId, source });
    const data = { source, ...(destination && destinationColumns(destination)) };
    const { count } = await transaction.siteRedirect.updateMany({ where: { id }, data });
    if (count === 0) throw notFound('site redirect', id);
  });
  return findSiteRedirect(context, key);
}
