import { sql, type PrismaTransaction } from '../../../database/database.ts';

/**
 * Returns a site that shows one of the given spaces, including deleted ones; null if there is none.
 */
export async function siteShowing(
  transaction: PrismaTransaction,
  spaceIds: readonly string[],
): Promise<{ title: string; spaceId: string } | null> {
  const [site] = await transaction.$queryRaw<{ title: string; spaceId: string }[]>(sql`
    SELECT s.title, ss.space_id AS "spaceId" FROM site_spaces ss JOIN sites s ON s.id = ss.site_id
    WHERE ss.space_id = ANY(${[...spaceIds]}::text[]) ORDER BY ss.id LIMIT 1`);
  return site ?? null;
}
