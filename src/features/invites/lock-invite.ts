import { inviteLeadsSomewhereSql } from '../../auth/invite-sql.ts';
import { sql, type PrismaTransaction } from '../../database/database.ts';
import { kindOfId } from '../../lib/id.ts';
import { lockOrganization, type LockedOrganization } from '../organizations/lock-organization.ts';
import type { InviteKey } from './invite-access.ts';
import type { StoredGift } from './receive-gift.ts';

/** A locked invite link, with its locked organization. */
export interface LockedInvite {
  organization: LockedOrganization;
  invite: StoredGift;
}

/**
 * Locks an invite link and its organization until the transaction ends. Returns null if it does not
 * exist, or if its space or collection does not.
 */
export async function lockInvite(
  transaction: PrismaTransaction,
  { organizationId, inviteId }: InviteKey,
): Promise<LockedInvite | null> {
  if (kindOfId(inviteId) !== 'Invite') return null;
  const organization = await lockOrganization(transaction, organizationId);
  const [invite] = await transaction.$queryRaw<StoredGift[]>(sql`
    SELECT i.id, i.role, i.level, i.space_id AS "spaceId", i.collection_id AS "collectionId"
    FROM invites i
    WHERE i.id = ${inviteId} AND i.organization_id = ${organizationId}
      AND ${inviteLeadsSomewhereSql(sql`i`)}
    FOR SHARE`);
  return organization && invite ? { organization, invite } : null;
}

/**
 * Locks an invite link by which people can join now. Returns null if there is none, whatever the
 * reason: somebody without an account learns no more.
 */
export async function lockUsableInvite(
  transaction: PrismaTransaction,
  key: InviteKey,
): Promise<LockedInvite | null> {
  const locked = await lockInvite(transaction, key);
  if (!locked) return null;
  const { inviteLinks, blockedReason } = locked.organization;
  return inviteLinks && blockedReason === null ? locked : null;
}
