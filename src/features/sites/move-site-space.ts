import type { Row } from '../../builder.ts';
import type { Context } from '../../context.ts';
import { notFound } from '../../errors.ts';
import { lockSite } from './lock-site.ts';
import { findSiteSpace, type SiteSpaceKey } from './site-access.ts';
import { planMove, type Place } from './site-order.ts';
import { siteSpaceSource } from './site-space-source.ts';
import { requireVisiblePlace } from './visible-place.ts';

/**
 * Moves a site-space before or after another one of the same section, or of the root level
 * (interface, Site spaces).
 *
 * @throws NOT_FOUND, FORBIDDEN below `create`, INVALID_POSITION for a place that does not exist
 */
export async function moveSiteSpace(
  context: Context,
  key: SiteSpaceKey,
  place: Place,
): Promise<Row<'SiteSpace'>> {
  const { id, siteId } = await findSiteSpace(context, key, 'edit');
  await requireVisiblePlace(context, siteSpaceSource, place, 'site-space');
  await context.write(async (transaction) => {
    await lockSite(transaction, siteId);
    const current = await transaction.siteSpace.findUnique({ where: { id } });
    if (!current) throw notFound('site space', id);
    const siblings = await transaction.siteSpace.findMany({
      where: { siteId, sectionId: current.sectionId },
      orderBy: [{ position: 'asc' }, { id: 'asc' }],
      select: { id: true, position: true },
    });
    for (const [moved, position] of planMove(siblings, id, place, 'site-space')) {
      await transaction.siteSpace.update({ where: { id: moved }, data: { position } });
    }
  });
  return findSiteSpace(context, key);
}
