import type { Role } from '../../auth/roles.ts';
import { sql, type PrismaTransaction } from '../../database/database.ts';
import { notFound } from '../../errors.ts';
import { isJoinableSql } from './joinable-sql.ts';

/**
 * Holds an organization that a user may join by themselves, so that its settings stay.
 *
 * @returns the role of those who join, null for guests
 * @throws NOT_FOUND when there is none that they may join
 */
export async function lockJoinable(
  transaction: PrismaTransaction,
  id: string,
  userId: string,
): Promise<Role | null> {
  const [organization] = await transaction.$queryRaw<{ role: Role | null }[]>(sql`
    SELECT t.default_role AS role FROM organizations t
    WHERE t.id = ${id} AND ${isJoinableSql(sql`${userId}`)} FOR NO KEY UPDATE`);
  if (!organization) throw notFound('organization', id);
  return organization.role;
}
