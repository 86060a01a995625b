import { levelOfRoleSql } from '../../auth/level-sql.ts';
import type { Role } from '../../auth/roles.ts';
import { sql, type PrismaTransaction } from '../../database/database.ts';
import type { MemberKey } from './member-access.ts';

export interface Admission extends MemberKey {
  /** Null makes a guest. */
  role: Role | null;
  /** Whether they may log in by single sign-on; one who may already, still may. */
  sso?: boolean;
  now: Date;
}

/**
 * Lets a user into an organization with at least a role: a member whose role is weaker gets it, a
 * stronger one stays. The organization is locked by the caller.
 *
 * @returns false when they are a disabled member, who stays so
 */
export async function admitMember(
  transaction: PrismaTransaction,
  { organizationId, userId, role, sso = false, now }: Admission,
): Promise<boolean> {
  const admitted = await transaction.$executeRaw(sql`
    INSERT INTO members (organization_id, user_id, role, sso, joined_at)
    VALUES (${organizationId}, ${userId}, ${role}, ${sso}, ${now})
    ON CONFLICT (organization_id, user_id) DO UPDATE SET
      sso = members.sso OR EXCLUDED.sso,
      role = CASE WHEN COALESCE(${levelOfRoleSql(sql`members.role`)}, 0)
        < COALESCE(${levelOfRoleSql(sql`EXCLUDED.role`)}, 0)
        THEN EXCLUDED.role ELSE members.role END
    WHERE NOT members.disabled`);
  return admitted > 0;
}
