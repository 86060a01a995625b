import { isRestorableSql } from '../../auth/space-visibility-sql.ts';
import { sql, type Database, type PrismaTransaction } from '../../database/database.ts';

/** What nobody can restore any more, as long as the row is locked. */
const isExpired = sql`s.deleted_at IS NOT NULL
  AND NOT ${isRestorableSql(sql`s`, sql`statement_timestamp()`)}`;

/** The ids of spaces whose time to be restored is over, the first deleted first. */
export async function expiredSpaces(db: Database, limit: number): Promise<string[]> {
  const rows = await db.query(sql`
    SELECT s.id FROM spaces s WHERE ${isExpired} ORDER BY s.deleted_at, s.id LIMIT ${limit}`);
  return rows.map(([id]) => id as string);
}

/**
 * Whether the time of a space is over for good: whoever restored it in time is waited for, and
 * whoever comes later is refused.
 */
export async function lockExpiredSpace(
  transaction: PrismaTransaction,
  id: string,
): Promise<boolean> {
  const rows = await transaction.$queryRaw<unknown[]>(sql`
    SELECT FROM spaces s WHERE s.id = ${id} AND ${isExpired} FOR UPDATE`);
  return rows.length > 0;
}

/** Removes a space for good, with the grants and invites on it. The caller has locked it. */
export async function removeSpace(transaction: PrismaTransaction, id: string): Promise<void> {
  await transaction.space.delete({ where: { id } });
}
