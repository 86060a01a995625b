import type { Viewer } from '../../auth/viewer.ts';
import { membershipQuery, viewerNow } from '../../auth/viewer-now.ts';
import { sql, type PrismaTransaction } from '../../database/database.ts';
import { queryTogether } from '../../database/direct-transaction.ts';
import { notFound } from '../../errors.ts';
import { lockOrganizationQuery, type LockedOrganization } from './lock-organization.ts';
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
  // Whoever is no member holds nothing.
  if (!viewer.memberships.has(id)) throw notFound('organization', id);
  const [organizations = [], memberships = []] = await queryTogether(transaction, [
    lockOrganizationQuery(id),
    membershipQuery(viewer, sql`${id}`),
  ]);
  const [organization] = organizations as unknown as LockedOrganization[];
  if (!organization) throw notFound('organization', id);
  requireFlag(viewerNow(viewer, memberships), organization, flag);
  return organization;
}
