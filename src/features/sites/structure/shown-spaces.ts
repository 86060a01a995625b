import { sql, type PrismaTransaction } from '../../../database/database.ts';
import { shownTitleSql } from '../shown-names-sql.ts';

/** Returns whether a site shows a space. */
export async function isShownOnSite(
  transaction: PrismaTransaction,
  spaceId: string,
): Promise<boolean> {
  return (await transaction.siteSpace.count({ where: { spaceId } })) > 0;
}

/**
 * Returns a site that shows one of the given spaces, including deleted ones, with the title that
 * the viewer sees; null if there is none.
 */
export async function siteShowing(
  transaction: PrismaTransaction,
  spaceIds: readonly string[],
  viewerId: string,
): Promise<{ title: string; spaceId: string } | null> {
  const [site] = await transaction.$queryRaw<{ title: string; spaceId: string }[]>(sql`
    SELECT ${shownTitleSql('site', sql`s`, viewerId)} AS title, ss.space_id AS "spaceId" FROM site_spaces ss JOIN sites s ON s.id = ss.site_id
    WHERE ss.space_id = ANY(${[...spaceIds]}::text[]) ORDER BY ss.id LIMIT 1`);
  return site ?? null;
}
