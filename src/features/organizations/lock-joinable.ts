import { isMemberSql } from '../../auth/membership-sql.ts';
import type { Role } from '../../auth/roles.ts';
import { sql, type PrismaTransaction } from '../../database/database.ts';
import { notFound } from '../../errors.ts';
import { isJoinableSql } from './joinable-sql.ts';

/** What there is to join. */
interface Joinable {
  /** The role of those who join, null for guests. */
  role: Role | null;
  /** Whether the user is a member already, who may no longer join. */
  isMember: boolean;
}

/**
 * Holds an organization that a user may join by themselves or belongs to, so that its settings
 * stay. One statement tells both: somebody may make them a member at any time.
 *
 * @throws NOT_FOUND when there is none that they may join
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
