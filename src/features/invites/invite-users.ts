import { usersOfOtherSso } from '../../auth/users-of-other-sso.ts';
import type { Context } from '../../context.ts';
import type { PrismaTransaction } from '../../database/database.ts';
import { conflict } from '../../errors.ts';
import { admitMember } from '../members/admit-member.ts';
import { membersAmong } from '../members/members-among.ts';
import { lockOrganizationFor } from '../organizations/lock-organization-for.ts';
import { findOrganization } from '../organizations/organization-access.ts';
import { findUsersByEmail } from '../users/find-users-by-email.ts';
import { deliverInvitations, type Delivery, type StoredInvitation } from './deliver-invitations.ts';
import { requireNotBlocked } from './invite-access.ts';
import { inviteesOf, type Invitee, type NewInvitations } from './new-invitations.ts';
import { storeInvitations } from './store-invitations.ts';

export interface InvitedUsers {
  /** Ids of invited people with a user. */
  userIds: string[];
  /** Number of invited people, with or without a user. */
  invitedCount: number;
  /** Addresses that cannot use single sign-on; null if there are none. */
  failedSSOEmails: string[] | null;
  /** Delivery status of the invitations to people who are no members yet. */
  invitations: Delivery[];
}

/**
 * Invites people by e-mail (interface, Organization invites). Members get the role if it is
 * stronger than theirs. Everybody else is asked first: they receive an invitation, which replaces a
 * previous one to the same address. Either all are invited or none.
 *
 * @throws NOT_FOUND, FORBIDDEN below `admin`, CONFLICT for a disabled member, for somebody whose
 *   organization enforces single sign-on, for a blocked organization, and when too many invitations
 *   are pending
 */
export async function inviteUsers(
  context: Context,
  organizationId: string,
  input: NewInvitations,
): Promise<InvitedUsers> {
  const { title } = await findOrganization(context, organizationId, 'admin');
  const { userIds, invitedCount, failed, stored } = await context.write((transaction) =>
    storeInvitees(context, transaction, organizationId, input),
  );
  if (userIds.includes(context.viewer.id)) await context.renewViewer();
  return {
    userIds,
    invitedCount,
    failedSSOEmails: failed.length > 0 ? failed : null,
    invitations: await deliverInvitations(context, title, stored),
  };
}

interface StoredInvitees {
  userIds: string[];
  invitedCount: number;
  failed: string[];
  stored: StoredInvitation[];
}

async function storeInvitees(
  context: Context,
  transaction: PrismaTransaction,
  organizationId: string,
  input: NewInvitations,
): Promise<StoredInvitees> {
  const { viewer } = context;
  const organization = await lockOrganizationFor(transaction, viewer, organizationId, 'admin');
  requireNotBlocked(organization);
  const { invitees, failed } = inviteesOf(input, organization);
  const emails = invitees.map(({ email }) => email);
  const ownUsers = await findUsersByEmail(transaction, emails, organizationId);
  // Users created by the organization's single sign-on take precedence.
  const users = new Map([...(await findUsersByEmail(transaction, emails)), ...ownUsers]);
  await requireFree(transaction, organizationId, users);
  const members = await membersAmong(transaction, organizationId, [...users.values()]);
  // Accounts of its single sign-on are the organization's own.
  const admitted = new Map(
    [...users].filter(([email, userId]) => ownUsers.has(email) || members.has(userId)),
  );
  await admitUsers(context, transaction, { organizationId, invitees, users: admitted });
  const asked = invitees
    .filter(({ email }) => !admitted.has(email))
    .map((invitee) => ({ ...invitee, hasUser: users.has(invitee.email) }));
  return {
    userIds: emails.flatMap((email) => users.get(email) ?? []),
    invitedCount: invitees.length,
    failed,
    stored: await storeInvitations(context, transaction, organizationId, asked),
  };
}

/** Rejects users whose own organization enforces single sign-on. */
async function requireFree(
  transaction: PrismaTransaction,
  organizationId: string,
  users: ReadonlyMap<string, string>,
): Promise<void> {
  const bound = await usersOfOtherSso(transaction, [...users.values()], organizationId);
  for (const [email, userId] of users) {
    if (!bound.has(userId)) continue;
    throw conflict(
      `${email} has to log in by single sign-on of another organization, and can belong to no second one: invite another address.`,
    );
  }
}

async function admitUsers(
  context: Context,
  transaction: PrismaTransaction,
  {
    organizationId,
    invitees,
    users,
  }: { organizationId: string; invitees: readonly Invitee[]; users: ReadonlyMap<string, string> },
): Promise<void> {
  for (const { email, ...given } of invitees) {
    const userId = users.get(email);
    if (userId === undefined) continue;
    const admission = { organizationId, userId, ...given, now: context.now() };
    if (!(await admitMember(transaction, admission))) {
      throw conflict(`${email} is a disabled member: enable them instead of inviting them.`);
    }
  }
  // Pending invitations of members count as accepted.
  await transaction.invitation.deleteMany({
    where: { organizationId, email: { in: [...users.keys()] } },
  });
}
