import type { Viewer } from '../../auth/viewer.ts';
import { viewerNow } from '../../auth/viewer-now.ts';
import type { PrismaTransaction } from '../../database/database.ts';
import { notFound } from '../../errors.ts';
import { lockOrganization, type LockedOrganization } from './lock-organization.ts';
import { requireFlag, type OrganizationFlag } from './organization-access.ts';

/**
 * Holds an organization for something that a flag allows the viewer, and asks for that now that it
 * is held: nobody changes its members, and so what they may do, until the transaction ends.
 *
 * @throws NOT_FOUND when the viewer is no member any more, FORBIDDEN when the flag is false
 */
export async function lockOrganizationFor(
  transaction: PrismaTransaction,
  viewer: Viewer,
  id: string,
  flag: OrganizationFlag,
): Promise<LockedOrganization> {
  const organization = await lockOrganization(transaction, id);
  if (!organization) throw notFound('organization', id);
  requireFlag(await viewerNow(transaction, viewer, id), organization, flag);
  return organization;
}
