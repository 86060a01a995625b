import { isRestorableSql } from '../../auth/space-visibility-sql.ts';
import { sql, type Database, type PrismaTransaction } from '../../database/database.ts';

/** SQL that is true when a locked space can no longer be restored. */
const isExpired = sql`s.deleted_at IS NOT NULL
  AND NOT ${isRestorableSql(sql`s`, sql`statement_timestamp()`)}`;

/** Returns the ids of spaces past their restore deadline, in order of deletion. */
export async function expiredSpaces(db: Database, limit: number): Promise<string[]> {
  const rows = await db.query(sql`
    SELECT s.id FROM spaces s WHERE ${isExpired} ORDER BY s.deleted_at, s.id LIMIT ${limit}`);
  return rows.map(([id]) => id as string);
}

/**
 * Locks a space that is past its restore deadline; returns false if it is not. Waits for a restore
 * in progress, and makes later ones fail.
 */
export async function lockExpiredSpace(
  transaction: PrismaTransaction,
  id: string,
): Promise<boolean> {
  const rows = await transaction.$queryRaw<unknown[]>(sql`
    SELECT FROM spaces s WHERE s.id = ${id} AND ${isExpired} FOR UPDATE`);
  return rows.length > 0;
}

/** Permanently deletes a space with its grants and invites. The caller holds its lock. */
export async function removeSpace(transaction: PrismaTransaction, id: string): Promise<void> {
  await transaction.space.delete({ where: { id } });
}
