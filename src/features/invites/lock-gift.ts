import { lockPlace } from '../../auth/lock-place.ts';
import type { Viewer } from '../../auth/viewer.ts';
import type { Row } from '../../builder.ts';
import type { PrismaTransaction } from '../../database/database.ts';
import { lockOrganizationFor } from '../organizations/lock-organization-for.ts';
import type { LockedOrganization } from '../organizations/lock-organization.ts';
import { placeGiven } from './invite-gift.ts';

/**
 * Holds what an invite lets others into, the organization and a space or a collection of it, for a
 * viewer who administrates that, and asks whether they still do.
 *
 * @throws NOT_FOUND when it is gone or no longer exists for the viewer, FORBIDDEN below `admin`
 */
export async function lockGift(
  transaction: PrismaTransaction,
  viewer: Viewer,
  invite: Pick<Row<'Invite'>, 'organizationId' | 'spaceId' | 'collectionId'>,
): Promise<LockedOrganization> {
  const { organizationId } = invite;
  const place = placeGiven(invite);
  const flag = place === null ? 'admin' : 'view';
  const organization = await lockOrganizationFor(transaction, viewer, organizationId, flag);
  // What was transferred meanwhile belongs to others, and no invite to it may be left behind.
  if (place) await lockPlace(transaction, viewer, { ...place, organizationId }, 'admin');
  return organization;
}
