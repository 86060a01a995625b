import { lockPlace } from '../../auth/lock-place.ts';
import type { Viewer } from '../../auth/viewer.ts';
import type { Row } from '../../builder.ts';
import type { PrismaTransaction } from '../../database/database.ts';
import { lockOrganizationFor } from '../organizations/lock-organization-for.ts';
import type { LockedOrganization } from '../organizations/lock-organization.ts';
import { placeGiven } from './invite-gift.ts';

/**
 * Locks the target of an invite: the organization and, if any, its space or collection. Checks that
 * the viewer is still an admin of the target.
 *
 * @throws NOT_FOUND when it no longer exists for the viewer, FORBIDDEN below `admin`
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
  // A place that was transferred meanwhile belongs to another organization, and must get no invite.
  if (place) await lockPlace(transaction, viewer, { ...place, organizationId }, 'admin');
  return organization;
}
