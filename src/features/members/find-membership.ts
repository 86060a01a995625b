import { sql, type PrismaTransaction } from '../../database/database.ts';
import type { MemberKey } from './member-access.ts';

/** How a user belongs to an organization, and to how many. */
export interface FoundMembership {
  disabled: boolean;
  /** Whether they may log in by single sign-on. */
  sso: boolean;
  /** Of how many organizations they are a member, this one and those they are disabled in too. */
  organizations: number;
}

/** How a user belongs to an organization, whoever asks; null when they do not. */
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
