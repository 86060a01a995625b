import { usersBoundElsewhere } from '../../auth/users-bound-elsewhere.ts';
import type { Context } from '../../context.ts';
import type { PrismaTransaction } from '../../database/database.ts';
import { conflict } from '../../errors.ts';
import { admitMember } from '../members/admit-member.ts';
import { lockOrganizationFor } from '../organizations/lock-organization-for.ts';
import { findOrganization } from '../organizations/organization-access.ts';
import { findUsersByEmail } from '../users/find-users-by-email.ts';
import { deliverInvitations, type Delivery, type StoredInvitation } from './deliver-invitations.ts';
import { requireNotBlocked } from './invite-access.ts';
import { inviteesOf, type Invitee, type NewInvitations } from './new-invitations.ts';
import { storeInvitations } from './store-invitations.ts';

export interface InvitedUsers {
  /** Those who have a user: members now, if they were not yet. */
  userIds: string[];
  /** How many people were invited, with a user and without. */
  invitedCount: number;
  /** Addresses that cannot log in by single sign-on; null when there are none. */
  failedSSOEmails: string[] | null;
  /** What became of the invitations of those who have no user. */
  invitations: Delivery[];
}

/**
 * Invites people by e-mail (interface, Organization invites). Those with a user become members at
 * once; a stronger role that they have stays. The others get an invitation that waits for them; a
 * new one to the same address takes the place of the last. All are invited or none is.
 *
 * @throws NOT_FOUND, FORBIDDEN below `admin`, CONFLICT for a disabled member, for somebody whose
 *   organization enforces single sign-on, for an organization that is blocked, and when too many
 *   wait
 */
export async function inviteUsers(
  context: Context,
  organizationId: string,
  input: NewInvitations,
): Promise<InvitedUsers> {
  const { title } = await findOrganization(context, organizationId, 'admin');
  const { userIds, failed, stored } = await context.write((transaction) =>
    storeInvitees(context, transaction, organizationId, input),
  );
  if (userIds.includes(context.viewer.id)) await context.renewViewer();
  return {
    userIds,
    invitedCount: userIds.length + stored.length,
    failedSSOEmails: failed.length > 0 ? failed : null,
    invitations: await deliverInvitations(context, title, stored),
  };
}

async function storeInvitees(
  context: Context,
  transaction: PrismaTransaction,
  organizationId: string,
  input: NewInvitations,
): Promise<{ userIds: string[]; failed: string[]; stored: StoredInvitation[] }> {
  const { viewer } = context;
  const organization = await lockOrganizationFor(transaction, viewer, organizationId, 'admin');
  requireNotBlocked(organization);
  const { invitees, failed } = inviteesOf(input, organization);
  const emails = invitees.map(({ email }) => email);
  const users = new Map([
    ...(await findUsersByEmail(transaction, emails)),
    // Whom single sign-on of the organization made is theirs first.
    ...(await findUsersByEmail(transaction, emails, organizationId)),
  ]);
  await requireFree(transaction, organizationId, users);
  const newcomers = invitees.filter(({ email }) => !users.has(email));
  return {
    userIds: await admitUsers(context, transaction, { organizationId, invitees, users }),
    failed,
    stored: await storeInvitations(context, transaction, organizationId, newcomers),
  };
}

/** Refuses to take people into a second organization whose first one enforces single sign-on. */
async function requireFree(
  transaction: PrismaTransaction,
  organizationId: string,
  users: ReadonlyMap<string, string>,
): Promise<void> {
  const bound = await usersBoundElsewhere(transaction, [...users.values()], organizationId);
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
): Promise<string[]> {
  const userIds: string[] = [];
  for (const { email, ...given } of invitees) {
    const userId = users.get(email);
    if (userId === undefined) continue;
    const admission = { organizationId, userId, ...given, now: context.now() };
    if (!(await admitMember(transaction, admission))) {
      throw conflict(`${email} is a disabled member: enable them instead of inviting them.`);
    }
    userIds.push(userId);
  }
  // What waits for somebody who is a member now is as good as accepted.
  await transaction.invitation.deleteMany({
    where: { organizationId, email: { in: [...users.keys()] } },
  });
  return userIds;
}
