import type { Viewer } from '../../auth/viewer.ts';
import { membershipQuery, reloadViewer } from '../../auth/reload-viewer.ts';
import { sql, type PrismaTransaction } from '../../database/database.ts';
import { queryTogether } from '../../database/direct-transaction.ts';
import { notFound } from '../../errors.ts';
import { lockOrganizationQuery, type LockedOrganization } from './lock-organization.ts';
import { requireFlag, type OrganizationFlag } from './organization-access.ts';

/**
 * Locks an organization, and then checks a permission flag of the viewer. Until the transaction
 * ends, nobody can change its members, and so the viewer's permissions.
 *
 * @throws NOT_FOUND when the viewer is no longer a member, FORBIDDEN when the flag is false
 */
export async function lockOrganizationFor(
  transaction: PrismaTransaction,
  viewer: Viewer,
  id: string,
  flag: OrganizationFlag,
): Promise<LockedOrganization> {
  // Whoever is no member holds nothing.
  if (!viewer.memberships.has(id)) throw notFound('organization', id);
  const [organizations = [], memberships = []] = await queryTogether(transaction, [
    lockOrganizationQuery(id),
    membershipQuery(viewer, sql`${id}`),
  ]);
  const [organization] = organizations as unknown as LockedOrganization[];
  if (!organization) throw notFound('organization', id);
  requireFlag(reloadViewer(viewer, memberships), organization, flag);
  return organization;
}
