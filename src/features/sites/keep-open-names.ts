import { isOpenToMembersSql } from '../../auth/member-levels-sql.ts';
import { rawSql, sql, type PrismaTransaction } from '../../database/database.ts';
import { spaceSource } from '../spaces/space-source.ts';

/**
 * Lets sites and sections keep the names that they copied from spaces which are about to leave the
 * organization or to be removed. Names of spaces that some members may not view stay bound to the
 * space, and are then hidden from everybody who does not see it in its new place.
 */
export async function keepOpenNames(
  transaction: PrismaTransaction,
  spaceIds: readonly string[],
): Promise<void> {
  const open = sql`(SELECT ns.id FROM ${rawSql(spaceSource.table)} ns
    WHERE ns.id = ANY(${[...spaceIds]}::text[]) AND ${isOpenToMembersSql(sql`ns.id`)})`;
  const columns = [
    [sql`sites`, sql`title_space_id`],
    [sql`site_sections`, sql`title_space_id`],
    [sql`site_sections`, sql`path_space_id`],
  ] as const;
  const updates = columns.map(
    ([table, column]) => sql`UPDATE ${table} SET ${column} = NULL WHERE ${column} IN ${open}`,
  );
  for (const update of updates) await transaction.$executeRaw(update);
}
