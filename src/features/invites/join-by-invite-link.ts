import { inviteLeadsSomewhereSql } from '../../auth/invite-sql.ts';
import { requireFreeToJoin } from '../../auth/require-free-to-join.ts';
import type { Role } from '../../auth/roles.ts';
import type { Row } from '../../builder.ts';
import type { Context } from '../../context.ts';
import { sql, type PrismaTransaction } from '../../database/database.ts';
import { notFound } from '../../errors.ts';
import { kindOfId } from '../../lib/id.ts';
import { raiseGrant } from '../grants/raise-grant.ts';
import { admitMember } from '../members/admit-member.ts';
import { lockOrganization } from '../organizations/lock-organization.ts';
import {
  membershipDisabled,
  requireInviteLinks,
  requireNotBlocked,
  type InviteKey,
} from './invite-access.ts';
import { levelGiven, placeGiven } from './invite-gift.ts';

/**
 * Makes the viewer join by an invite link (interface, Organization invites): with its role, or as a
 * guest with its level. A higher role or level is kept, and joining again has no effect.
 *
 * @throws NOT_FOUND for an unknown invite, CONFLICT when the organization has invite links disabled
 *   or is blocked, FORBIDDEN for a disabled member, and for a user of another organization's single
 *   sign-on
 */
export async function joinByInviteLink(context: Context, key: InviteKey): Promise<void> {
  const { organizationId, inviteId } = key;
  const userId = context.viewer.id;
  const now = context.now();
  if (kindOfId(inviteId) !== 'Invite') throw notFound('invite', inviteId);
  requireFreeToJoin(context.viewer, organizationId);
  await context.write(async (transaction) => {
    const organization = await lockOrganization(transaction, organizationId);
    const invite = await holdInvite(transaction, key);
    if (!organization || !invite) throw notFound('invite', inviteId);
    requireInviteLinks(organization);
    requireNotBlocked(organization);
    const place = placeGiven(invite);
    const role = invite.role as Role | null;
    if (!(await admitMember(transaction, { organizationId, userId, role, now }))) {
      throw membershipDisabled();
    }
    if (place) await raiseGrant(transaction, place, { userId, role: levelGiven(invite), now });
  });
  await context.renewViewer();
}

type HeldInvite = Pick<Row<'Invite'>, 'id' | 'role' | 'level' | 'spaceId' | 'collectionId'>;

/** Locks an invite until the transaction ends; returns null if it does not exist. */
async function holdInvite(
  transaction: PrismaTransaction,
  { organizationId, inviteId }: InviteKey,
): Promise<HeldInvite | null> {
  const [invite] = await transaction.$queryRaw<HeldInvite[]>(sql`
    SELECT i.id, i.role, i.level, i.space_id AS "spaceId", i.collection_id AS "collectionId"
    FROM invites i
    WHERE i.id = ${inviteId} AND i.organization_id = ${organizationId}
      AND ${inviteLeadsSomewhereSql(sql`i`)}
    FOR SHARE`);
  return invite ?? null;
}
