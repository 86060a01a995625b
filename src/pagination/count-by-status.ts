import type { Database, Sql } from '../database/database.ts';
import type { Loaders } from './loaders.ts';

/**
 * Returns the number of a parent's rows: all, or those with a status. One statement counts for all
 * parents of a level, whatever their statuses.
 *
 * @param name distinguishes these counts from others
 * @param statement selects the parent, the status and the number of rows, for several parents
 */
export async function countByStatus(
  { db, loaders }: { db: Pick<Database, 'query'>; loaders: Loaders },
  name: string,
  parentId: string,
  status: string | null | undefined,
  statement: (parentIds: string[]) => Sql,
): Promise<number> {
  const counts = await loaders.batch(`counts of ${name}`, parentId, async (ids) => {
    const rows = (await db.query(statement([...ids]))) as [string, string, number][];
    const byParent = new Map(ids.map((id) => [id, new Map<string, number>()]));
    for (const [id, rowStatus, count] of rows) byParent.get(id)?.set(rowStatus, count);
    return ids.map((id) => byParent.get(id) ?? new Map<string, number>());
  });
  if (status) return counts.get(status) ?? 0;
  return [...counts.values()].reduce((sum, count) => sum + count, 0);
}
