import { isMemberSql } from '../../auth/membership-sql.ts';
import type { Role } from '../../auth/roles.ts';
import { sql, type PrismaTransaction } from '../../database/database.ts';
import { notFound } from '../../errors.ts';
import { isJoinableSql } from './joinable-sql.ts';

/** Organization that a user may join or belongs to. */
interface Joinable {
  /** Default role of new members; null for guests. */
  role: Role | null;
  /** Whether the user is already a member, and so may not join. */
  isMember: boolean;
}

/**
 * Locks the settings of an organization that a user may join or belongs to. Membership is read in
 * the same statement, since it can change at any time.
 *
 * @throws NOT_FOUND when the user may not join it
 */
export async function lockJoinable(
  transaction: PrismaTransaction,
  id: string,
  userId: string,
): Promise<Joinable> {
  const isMember = isMemberSql(sql`t.id`, sql`${userId}`);
  const [organization] = await transaction.$queryRaw<Joinable[]>(sql`
    SELECT t.default_role AS role, ${isMember} AS "isMember" FROM organizations t
    WHERE t.id = ${id} AND (${isMember} OR ${isJoinableSql(sql`${userId}`)})
    FOR NO KEY UPDATE`);
  if (!organization) throw notFound('organization', id);
  return organization;
}
