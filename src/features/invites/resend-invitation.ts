import type { Context } from '../../context.ts';
import { conflict, notFound } from '../../errors.ts';
import { lockOrganizationFor } from '../organizations/lock-organization-for.ts';
import { findUsersByEmail } from '../users/find-users-by-email.ts';
import { deliverInvitations, MAIL_INTERVAL_MS, type Delivery } from './deliver-invitations.ts';
import { findInvitation, type InvitationKey } from './invitation-access.ts';
import { newInvitationSecret } from './invitation-secret.ts';

/**
 * Sends an invitation again with a new secret and a new expiry. Links in earlier mails become
 * invalid.
 *
 * @throws NOT_FOUND, FORBIDDEN below `admin`, CONFLICT when it was mailed a moment ago
 */
export async function resendInvitation(context: Context, key: InvitationKey): Promise<Delivery> {
  const { id, email } = await findInvitation(context, key);
  const now = context.now();
  const { organizationId } = key;
  const { title, ...stored } = await context.write(async (transaction) => {
    const fresh = newInvitationSecret(now);
    const organization = await lockOrganizationFor(
      transaction,
      context.viewer,
      organizationId,
      'admin',
    );
    const recently = new Date(now.getTime() - MAIL_INTERVAL_MS);
    const { count } = await transaction.invitation.updateMany({
      where: { id, OR: [{ mailedAt: null }, { mailedAt: { lte: recently } }] },
      data: fresh.stored,
    });
    if (count > 0) {
      const hasUser = (await findUsersByEmail(transaction, [email])).has(email);
      return { secret: fresh.secret, hasUser, title: organization.title };
    }
    const stands = await transaction.invitation.count({ where: { id } });
    if (stands === 0) throw notFound('invitation', id);
    throw conflict('The invitation was mailed less than a minute ago: wait a moment.');
  });
  const [delivery] = await deliverInvitations(context, title, [{ id, email, ...stored }]);
  if (!delivery) throw notFound('invitation', id);
  return delivery;
}
