import type { Row } from '../../builder.ts';
import type { Context } from '../../context.ts';
import { notFound } from '../../errors.ts';
import { lockSite } from './lock-site.ts';
import { findSiteSection, type SiteSectionKey } from './site-access.ts';
import { planMove, type Place } from './site-order.ts';
import { siteSectionSource } from './site-section-source.ts';
import { requireVisiblePlace } from './visible-place.ts';

/**
 * Moves a section before or after another one of the site (interface, Site sections).
 *
 * @throws NOT_FOUND, FORBIDDEN below `create`, INVALID_POSITION for a place that does not exist
 */
export async function moveSiteSection(
  context: Context,
  key: SiteSectionKey,
  place: Place,
): Promise<Row<'SiteSection'>> {
  const { id, siteId } = await findSiteSection(context, key, 'edit');
  await requireVisiblePlace(context, siteSectionSource, place, 'section');
  await context.write(async (transaction) => {
    await lockSite(transaction, siteId);
    const siblings = await transaction.siteSection.findMany({
      where: { siteId },
      orderBy: [{ position: 'asc' }, { id: 'asc' }],
      select: { id: true, position: true },
    });
    if (!siblings.some((sibling) => sibling.id === id)) throw notFound('site section', id);
    for (const [moved, position] of planMove(siblings, id, place, 'section')) {
      await transaction.siteSection.update({ where: { id: moved }, data: { position } });
    }
  });
  return findSiteSection(context, key);
}
