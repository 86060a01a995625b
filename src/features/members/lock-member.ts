import type { Viewer } from '../../auth/viewer.ts';
import { membershipQuery, reloadViewer } from '../../auth/reload-viewer.ts';
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
 * Locks a member and checks a permission flag. The lock covers all members of the organization:
 * changes are serialized, so that each sees the current admins.
 *
 * @throws NOT_FOUND when the membership has ended, FORBIDDEN when the flag is now false
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
  if (!memberPermissions(reloadViewer(viewer, memberships), key)[flag]) throw onlyAdmins();
  const [member] = members as Row<'Member'>[];
  if (!member) throw notFound('member', userId);
  return member;
}

/** Checks whether a member is an admin who is not disabled. */
export function isActiveAdmin({ role, disabled }: Pick<Row<'Member'>, 'role' | 'disabled'>) {
  return role === 'admin' && !disabled;
}

/**
 * Requires another admin before a locked member ceases to be one.
 *
 * @throws CONFLICT when there is no other admin
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
