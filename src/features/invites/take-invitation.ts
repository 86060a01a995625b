import type { Role } from '../../auth/roles.ts';
import type { Row } from '../../builder.ts';
import { sql, type PrismaTransaction } from '../../database/database.ts';
import { hashSecret } from '../../lib/hash.ts';
import { admitMember } from '../members/admit-member.ts';
import { lockOrganization } from '../organizations/lock-organization.ts';
import { emailOfUserSql } from '../users/email-of-user-sql.ts';
import { membershipDisabled, requireNotBlocked } from './invite-access.ts';
import { isInvitationSecret } from './invitation-secret.ts';
import { lockUsableInvite } from './lock-invite.ts';
import { receiveGift } from './receive-gift.ts';

/** An invitation that is used up. */
export interface TakenInvitation {
  organizationId: string;
  /** Invited address, in lower case. */
  email: string;
  /** Name that the invited person chose before; null for none. */
  displayName: string | null;
  /** Gives a user what the invitation promises. @throws FORBIDDEN for a disabled member */
  admit: (userId: string, now: Date) => Promise<void>;
}

/**
 * Uses up the invitation, or the sign-up by an invite link, with the secret of a mail. If a secret
 * is used concurrently, only one request succeeds. Returns null for a secret that is not valid.
 *
 * @throws CONFLICT when the organization is blocked
 */
export async function takeBySecret(
  transaction: PrismaTransaction,
  secret: string,
  now: Date,
): Promise<TakenInvitation | null> {
  if (!isInvitationSecret(secret)) return null;
  const where = { secretHash: hashSecret(secret), expiresAt: { gt: now } };
  const invitation = await transaction.invitation.findFirst({ where });
  if (invitation) return takeInvitation(transaction, invitation, where);
  return takeSignUp(transaction, where);
}

/**
 * Uses up an invitation to the address of a user, by its id.
 *
 * @throws CONFLICT when the organization is blocked
 */
export async function takeOwn(
  transaction: PrismaTransaction,
  { invitationId: id, userId }: { invitationId: string; userId: string },
  now: Date,
): Promise<TakenInvitation | null> {
  const [user] = await transaction.$queryRaw<{ email: string }[]>(
    sql`SELECT ${emailOfUserSql(sql`${userId}`)} AS email`,
  );
  const where = { id, email: user?.email ?? '', expiresAt: { gt: now } };
  const invitation = await transaction.invitation.findFirst({ where });
  return invitation && takeInvitation(transaction, invitation, where);
}

type StoredInvitationRow = Pick<Row<'Invitation'>, 'organizationId' | 'email' | 'role' | 'sso'>;

type InvitationWhere = NonNullable<
  Parameters<PrismaTransaction['invitation']['deleteMany']>[0]
>['where'];

async function takeInvitation(
  transaction: PrismaTransaction,
  { organizationId, email, role, sso }: StoredInvitationRow,
  where: InvitationWhere,
): Promise<TakenInvitation | null> {
  const organization = await lockOrganization(transaction, organizationId);
  const { count } = await transaction.invitation.deleteMany({ where });
  if (!organization || count === 0) return null;
  requireNotBlocked(organization);
  return {
    ...{ organizationId, email, displayName: null },
    async admit(userId, now) {
      const admission = { organizationId, userId, role: role as Role | null, sso, now };
      if (!(await admitMember(transaction, admission))) throw membershipDisabled();
    },
  };
}

async function takeSignUp(
  transaction: PrismaTransaction,
  where: { secretHash: string; expiresAt: { gt: Date } },
): Promise<TakenInvitation | null> {
  const signUp = await transaction.signUp.findFirst({
    where,
    include: { invite: { select: { organizationId: true } } },
  });
  if (!signUp) return null;
  const { inviteId, email, displayName } = signUp;
  const { organizationId } = signUp.invite;
  const locked = await lockUsableInvite(transaction, { organizationId, inviteId });
  if (!locked) return null;
  const { count } = await transaction.signUp.updateMany({ where, data: { secretHash: null } });
  if (count === 0) return null;
  return {
    ...{ organizationId, email, displayName },
    admit: (userId, now) =>
      receiveGift(transaction, locked.invite, { organizationId, userId, now }),
  };
}
