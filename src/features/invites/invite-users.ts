import { z } from 'zod';
import { roles, type Role } from '../../auth/roles.ts';
import type { Context } from '../../context.ts';
import type { PrismaTransaction } from '../../database/database.ts';
import { conflict, notFound } from '../../errors.ts';
import { MAIL_LIMITS } from '../../external/mail/mailer.ts';
import { newId } from '../../lib/id.ts';
import { admitMember } from '../members/admit-member.ts';
import { lockOrganization, type LockedOrganization } from '../organizations/lock-organization.ts';
import { findOrganization } from '../organizations/organization-access.ts';
import { findUsersByEmail } from '../users/find-users-by-email.ts';
import {
  deliverInvitations,
  MAIL_INTERVAL_MS,
  type Delivery,
  type StoredInvitation,
} from './deliver-invitations.ts';
import { newInvitationSecret } from './invitation-secret.ts';

/** Most addresses of one call, and most invitations of an organization that wait. */
export const EMAILS_MAX = 100;
export const INVITATIONS_MAX = 1000;

const emailAddress = z
  .string()
  .max(MAIL_LIMITS.address)
  .regex(z.regexes.html5Email, 'must be an e-mail address');

const role = z.enum(roles).nullish();

/** Who is invited (interface, Organization invites), and the limits of that. */
export const newInvitations = z.object({
  emails: z
    .array(z.object({ email: emailAddress, role }))
    .min(1)
    .max(EMAILS_MAX),
  role,
  sso: z.boolean().optional(),
});

type NewInvitations = z.output<typeof newInvitations>;

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

/** Somebody who is invited, with the role they get. */
interface Guest {
  /** In lower case. */
  email: string;
  role: Role | null;
  sso: boolean;
}

/**
 * Invites people by e-mail (interface, Organization invites). Those with a user become members at
 * once; a stronger role that they have stays. The others get an invitation that waits for them; a
 * new one to the same address takes the place of the last. All are invited or none is.
 *
 * @throws NOT_FOUND, FORBIDDEN below `admin`, CONFLICT for a disabled member, and when too many
 *   wait
 */
export async function inviteUsers(
  context: Context,
  organizationId: string,
  input: NewInvitations,
): Promise<InvitedUsers> {
  const { title } = await findOrganization(context, organizationId, 'admin');
  const { userIds, failed, stored } = await context.write((transaction) =>
    storeGuests(context, transaction, organizationId, input),
  );
  if (userIds.includes(context.viewer.id)) await context.renewViewer();
  return {
    userIds,
    invitedCount: userIds.length + stored.length,
    failedSSOEmails: failed.length > 0 ? failed : null,
    invitations: await deliverInvitations(context, title, stored),
  };
}

async function storeGuests(
  context: Context,
  transaction: PrismaTransaction,
  organizationId: string,
  input: NewInvitations,
): Promise<{ userIds: string[]; failed: string[]; stored: StoredInvitation[] }> {
  const organization = await lockOrganization(transaction, organizationId);
  if (!organization) throw notFound('organization', organizationId);
  const { guests, failed } = guestsOf(input, organization);
  const emails = guests.map(({ email }) => email);
  const users = await findUsersByEmail(transaction, emails);
  const newcomers = guests.filter(({ email }) => !users.has(email));
  return {
    userIds: await admitUsers(context, transaction, { organizationId, guests, users }),
    failed,
    stored: await storeInvitations(context, transaction, organizationId, newcomers),
  };
}

/** Each address once, the last word counts; apart those that cannot use single sign-on. */
function guestsOf(
  { emails, role: roleOfAll, sso = false }: NewInvitations,
  { defaultRole, emailDomains }: LockedOrganization,
): { guests: Guest[]; failed: string[] } {
  const guests = new Map<string, Guest>();
  const failed = new Set<string>();
  for (const { email: given, role: own } of emails) {
    const email = given.toLowerCase();
    const [, domain = ''] = email.split('@');
    if (sso && emailDomains.length > 0 && !emailDomains.includes(domain)) {
      failed.add(email);
      continue;
    }
    const chosen = own === undefined ? roleOfAll : own;
    guests.set(email, { email, role: chosen === undefined ? defaultRole : chosen, sso });
  }
  return { guests: [...guests.values()], failed: [...failed] };
}

async function admitUsers(
  context: Context,
  transaction: PrismaTransaction,
  {
    organizationId,
    guests,
    users,
  }: { organizationId: string; guests: readonly Guest[]; users: ReadonlyMap<string, string> },
): Promise<string[]> {
  const userIds: string[] = [];
  for (const { email, ...given } of guests) {
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

async function storeInvitations(
  context: Context,
  transaction: PrismaTransaction,
  organizationId: string,
  newcomers: readonly Guest[],
): Promise<StoredInvitation[]> {
  const now = context.now();
  await transaction.invitation.deleteMany({ where: { organizationId, expiresAt: { lte: now } } });
  const emails = newcomers.map(({ email }) => email);
  const others = await transaction.invitation.count({
    where: { organizationId, email: { notIn: emails } },
  });
  if (others + emails.length > INVITATIONS_MAX) {
    throw conflict(
      `At most ${INVITATIONS_MAX} invitations of an organization can wait: delete some, or invite fewer people.`,
    );
  }
  const known = await transaction.invitation.findMany({
    where: { organizationId, email: { in: emails } },
    select: { email: true, mailedAt: true },
  });
  const mailedAt = new Map(known.map((invitation) => [invitation.email, invitation.mailedAt]));
  const stored: StoredInvitation[] = [];
  for (const { email, ...given } of newcomers) {
    const last = mailedAt.get(email);
    const holds = last ? now.getTime() - last.getTime() < MAIL_INTERVAL_MS : false;
    const fresh = newInvitationSecret(now);
    const { id } = await transaction.invitation.upsert({
      where: { organizationId_email: { organizationId, email } },
      create: {
        ...{ ...given, ...fresh.stored },
        ...{ id: newId('Invitation'), organizationId, email },
        ...{ invitedById: context.viewer.id, createdAt: now },
      },
      update: { ...given, ...(!holds && fresh.stored), invitedById: context.viewer.id },
      select: { id: true },
    });
    stored.push({ id, email, secret: holds ? null : fresh.secret });
  }
  return stored;
}
