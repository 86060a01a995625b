import { levelOfRoleSql } from '../../auth/level-of-role-sql.ts';
import type { Role } from '../../auth/roles.ts';
import { sql, type PrismaTransaction } from '../../database/database.ts';
import type { MemberKey } from './member-access.ts';

export interface Admission extends MemberKey {
  /** Role; null for a guest. */
  role: Role | null;
  /** Whether single sign-on is allowed; never revokes it from an existing member. */
  sso?: boolean;
  now: Date;
}

/**
 * Adds a user to an organization. An existing member keeps a stronger role. The caller holds the
 * lock of the organization.
 *
 * @returns false for a disabled member, who remains disabled
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
