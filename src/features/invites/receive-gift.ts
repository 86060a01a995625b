import type { Role } from '../../auth/roles.ts';
import type { Row } from '../../builder.ts';
import type { PrismaTransaction } from '../../database/database.ts';
import { raiseGrant } from '../grants/raise-grant.ts';
import { admitMember } from '../members/admit-member.ts';
import type { MemberKey } from '../members/member-access.ts';
import { membershipDisabled } from './invite-access.ts';
import { levelGiven, placeGiven } from './invite-gift.ts';

/** Access that an invite link gives, as stored. */
export type StoredGift = Pick<Row<'Invite'>, 'id' | 'role' | 'level' | 'spaceId' | 'collectionId'>;

/**
 * Gives a user what an invite link gives: its role, or its level and the membership of a guest. A
 * stronger role or level stays. The caller holds the lock of the organization.
 *
 * @throws FORBIDDEN for a disabled member
 */
export async function receiveGift(
  transaction: PrismaTransaction,
  invite: StoredGift,
  { organizationId, userId, now }: MemberKey & { now: Date },
): Promise<void> {
  const place = placeGiven(invite);
  const role = invite.role as Role | null;
  if (!(await admitMember(transaction, { organizationId, userId, role, now }))) {
    throw membershipDisabled();
  }
  if (place) await raiseGrant(transaction, place, { userId, role: levelGiven(invite), now });
}
