import { isOpenToMembersSql } from '../../auth/member-levels-sql.ts';
import { sql, type PrismaTransaction } from '../../database/database.ts';
import { isBlank } from '../../lib/visible-text.ts';
import { TITLE_LENGTH_MIN } from './site-limits.ts';
import type { ShownSpace } from './structure/insert-site-space.ts';

/**
 * Returns the title that a site or section takes from a space. The readers of a site can include
 * people without access to the space, so a space that some members may not view yields the
 * fallback.
 */
export async function titleFromSpace(
  transaction: PrismaTransaction,
  space: ShownSpace | undefined,
  fallback: string,
): Promise<string> {
  if (!space || space.title.length < TITLE_LENGTH_MIN || isBlank(space.title)) return fallback;
  const [row] = await transaction.$queryRaw<{ isOpen: boolean }[]>(
    sql`SELECT ${isOpenToMembersSql(sql`${space.id}`)} AS "isOpen"`,
  );
  return row?.isOpen ? space.title : fallback;
}
