import type { Context } from '../../context.ts';
import type { PrismaTransaction } from '../../database/database.ts';
import { conflict } from '../../errors.ts';
import { newId } from '../../lib/id.ts';
import { MAIL_INTERVAL_MS, type StoredInvitation } from './deliver-invitations.ts';
import { newInvitationSecret } from './invitation-secret.ts';
import type { Invitee } from './new-invitations.ts';

/** Maximum number of pending invitations per organization. */
export const INVITATIONS_MAX = 1000;

interface AskedInvitee extends Invitee {
  /** True if a user has the address. */
  hasUser: boolean;
}

/**
 * Stores invitations for people who are no members; a new one replaces a previous one to the same
 * address. The caller holds the lock on the organization.
 *
 * @throws CONFLICT when too many would be pending
 */
export async function storeInvitations(
  context: Context,
  transaction: PrismaTransaction,
  organizationId: string,
  invitees: readonly AskedInvitee[],
): Promise<StoredInvitation[]> {
  const now = context.now();
  await transaction.invitation.deleteMany({ where: { organizationId, expiresAt: { lte: now } } });
  const emails = invitees.map(({ email }) => email);
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
  for (const { email, hasUser, ...given } of invitees) {
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
    stored.push({ id, email, hasUser, secret: holds ? null : fresh.secret });
  }
  return stored;
}
