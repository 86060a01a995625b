import { sql, type Database } from '../database/database.ts';

/** Returns the number of jobs in each state that has any; ended ones are kept for 30 days. */
export async function countJobs(db: Database): Promise<Map<string, number>> {
  const rows = await db.query(sql`SELECT state, count(*)::int FROM jobs GROUP BY state`);
  return new Map(rows as [string, number][]);
}
