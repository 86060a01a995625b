import { isOpenToMembersSql } from '../../auth/member-levels-sql.ts';
import { sql, type PrismaTransaction } from '../../database/database.ts';
import { isBlank } from '../../lib/visible-text.ts';
import { TITLE_LENGTH_MIN } from './site-limits.ts';
import type { ShownSpace } from './structure/insert-site-space.ts';

/** Title of a site or section, with the id of the space that it was copied from; null for none. */
export interface CopiedTitle {
  title: string;
  titleSpaceId: string | null;
}

/**
 * Returns the title that a site or section takes from a space. The readers of a site can include
 * people without access to the space, so a space that some members may not view yields the
 * fallback.
 */
export async function titleFromSpace(
  transaction: PrismaTransaction,
  space: ShownSpace | undefined,
  fallback: string,
): Promise<CopiedTitle> {
  const ownTitle = { title: fallback, titleSpaceId: null };
  if (!space || space.title.length < TITLE_LENGTH_MIN || isBlank(space.title)) return ownTitle;
  const [row] = await transaction.$queryRaw<{ isOpen: boolean }[]>(
    sql`SELECT ${isOpenToMembersSql(sql`${space.id}`)} AS "isOpen"`,
  );
  return row?.isOpen ? { title: space.title, titleSpaceId: space.id } : ownTitle;
}
