import { sql, type PrismaTransaction } from '../../../database/database.ts';

/** Some site that shows one of some spaces, deleted ones too; null when none does. */
export async function siteShowing(
  transaction: PrismaTransaction,
  spaceIds: readonly string[],
): Promise<{ title: string; spaceId: string } | null> {
  const [site] = await transaction.$queryRaw<{ title: string; spaceId: string }[]>(sql`
    SELECT s.title, ss.space_id AS "spaceId" FROM site_spaces ss JOIN sites s ON s.id = ss.site_id
    WHERE ss.space_id = ANY(${[...spaceIds]}::text[]) ORDER BY ss.id LIMIT 1`);
  return site ?? null;
}
