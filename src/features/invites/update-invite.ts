import type { Row } from '../../builder.ts';
import type { Context } from '../../context.ts';
import { badInput, notFound } from '../../errors.ts';
import { findInvite, type InviteKey } from './invite-access.ts';
import { placeGiven, type InviteChange } from './invite-gift.ts';
import { lockGift } from './lock-gift.ts';

/**
 * Changes what an invite grants to future members (interface, Organization invites).
 *
 * @throws NOT_FOUND, FORBIDDEN below `admin` on the target, BAD_USER_INPUT for a role on an invite
 *   that grants a level, or the reverse
 */
export async function updateInvite(
  context: Context,
  key: InviteKey,
  change: InviteChange,
): Promise<Row<'Invite'>> {
  const invite = await findInvite(context, key, 'edit');
  const data = columnsOf(invite, change);
  await context.write(async (transaction) => {
    await lockGift(transaction, context.viewer, invite);
    const { count } = await transaction.invite.updateMany({ where: { id: invite.id }, data });
    if (count === 0) throw notFound('invite', key.inviteId);
  });
  return findInvite(context, key);
}

function columnsOf(invite: Row<'Invite'>, change: InviteChange) {
  const givesLevel = placeGiven(invite) !== null;
  if ('level' in change) {
    if (givesLevel) return { level: change.level };
    throw badInput('This invite is to the organization: it gives a "role", no "level".');
  }
  if (!givesLevel) return { role: change.organization.role ?? null };
  throw badInput('This invite is to a space or a collection: it gives a "level", no "role".');
}
