import { sql, type PrismaTransaction } from '../../database/database.ts';
import type { MemberKey } from './member-access.ts';

/** Membership of a user in an organization. */
export interface FoundMembership {
  disabled: boolean;
  /** Whether the user may log in by single sign-on. */
  sso: boolean;
  /**
   * Number of the user's organizations, including this one and those with a disabled membership.
   */
  organizations: number;
}

/** Finds the membership of a user regardless of the viewer; null if there is none. */
export async function findMembership(
  transaction: PrismaTransaction,
  { organizationId, userId }: MemberKey,
): Promise<FoundMembership | null> {
  const [membership] = await transaction.$queryRaw<FoundMembership[]>(sql`
    SELECT m.disabled, m.sso,
      (SELECT count(*)::int FROM members a WHERE a.user_id = m.user_id) AS organizations
    FROM members m WHERE m.organization_id = ${organizationId} AND m.user_id = ${userId}`);
  return membership ?? null;
}
