import type { Viewer } from '../../auth/viewer.ts';
import { membershipQuery, viewerNow } from '../../auth/viewer-now.ts';
import type { Row } from '../../builder.ts';
import { storedFieldsSql } from '../../database/columns.ts';
import { sql, type PrismaTransaction } from '../../database/database.ts';
import { queryTogether } from '../../database/direct-transaction.ts';
import { conflict, notFound } from '../../errors.ts';
import { lockOrganizationQuery } from '../organizations/lock-organization.ts';
import {
  memberPermissions,
  onlyAdmins,
  type MemberKey,
  type MemberPermissions,
} from './member-access.ts';

/**
 * A member as they are now, for something that a flag allows, held together with all others of the
 * organization: no two changes of members happen at once, so that each sees who is an admin.
 *
 * @throws NOT_FOUND when they are gone, FORBIDDEN when the flag is false by now
 */
export async function lockMember(
  transaction: PrismaTransaction,
  viewer: Viewer,
  key: MemberKey,
  flag: keyof MemberPermissions,
): Promise<Row<'Member'>> {
  const { organizationId, userId } = key;
  const [, memberships = [], members] = await queryTogether(transaction, [
    lockOrganizationQuery(organizationId),
    membershipQuery(viewer, sql`${organizationId}`),
    sql`SELECT ${storedFieldsSql('Member', 'm')} FROM members m
      WHERE m.organization_id = ${organizationId} AND m.user_id = ${userId}`,
  ]);
  if (!memberPermissions(viewerNow(viewer, memberships), key)[flag]) throw onlyAdmins();
  const [member] = members as Row<'Member'>[];
  if (!member) throw notFound('member', userId);
  return member;
}

/** Whether a member may administrate: disabled ones have no access. */
export function isActiveAdmin({ role, disabled }: Pick<Row<'Member'>, 'role' | 'disabled'>) {
  return role === 'admin' && !disabled;
}

/**
 * For a change after which a locked member is no admin: somebody else has to be.
 *
 * @throws CONFLICT when nobody else is
 */
export async function requireOtherAdmin(
  transaction: PrismaTransaction,
  { organizationId, userId }: MemberKey,
): Promise<void> {
  const other = await transaction.member.findFirst({
    where: { organizationId, role: 'admin', disabled: false, NOT: { userId } },
    select: { userId: true },
  });
  if (!other) {
    throw conflict('This is the last admin of the organization: make someone else an admin first.');
  }
}
