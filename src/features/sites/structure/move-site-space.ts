import type { Row } from '../../../builder.ts';
import type { Context } from '../../../context.ts';
import { sql, type PrismaTransaction } from '../../../database/database.ts';
import { notFound } from '../../../errors.ts';
import { lockSiteFor } from '../lock-site-for.ts';
import { findSiteSpace, type SiteSpaceKey } from '../site-access.ts';
import { shownSpaceVisibleSql } from '../site-visibility-sql.ts';
import { planMove, type Place, type Sibling } from './site-order.ts';

/**
 * Moves a site-space before or after another one of the same section or of the root level
 * (interface, Site spaces). It stays in its section, which is part of its address.
 *
 * @throws NOT_FOUND, FORBIDDEN below `create`, INVALID_POSITION for a place that does not exist
 */
export async function moveSiteSpace(
  context: Context,
  key: SiteSpaceKey,
  place: Place,
): Promise<Row<'SiteSpace'>> {
  const { id, siteId } = await findSiteSpace(context, key, 'edit');
  await context.write(async (transaction) => {
    await lockSiteFor(transaction, context.viewer, siteId);
    const siblings = await readSiblings(transaction, id, context.viewer.id);
    if (siblings.length === 0) throw notFound('site space', id);
    for (const [moved, position] of planMove(siblings, id, place, 'site-space')) {
      await transaction.siteSpace.update({ where: { id: moved }, data: { position } });
    }
  });
  return findSiteSpace(context, key);
}

/** Reads the site-spaces on the level of the given one in order; none if it is deleted. */
function readSiblings(
  transaction: PrismaTransaction,
  siteSpaceId: string,
  viewerId: string,
): Promise<Sibling[]> {
  return transaction.$queryRaw<Sibling[]>(sql`
    SELECT ss.id, ss.position, NOT ${shownSpaceVisibleSql(sql`ss`, sql`${viewerId}`)} AS hidden
    FROM site_spaces own JOIN site_spaces ss
      ON ss.site_id = own.site_id AND ss.section_id IS NOT DISTINCT FROM own.section_id
    WHERE own.id = ${siteSpaceId} ORDER BY ss.position, ss.id`);
}
