import { signVisitorClaims, type VisitorClaims } from '../../auth/visitor-claims.ts';
import type { Role } from '../../auth/roles.ts';
import type { Row } from '../../builder.ts';
import type { Context } from '../../context.ts';
import { findOrganization } from '../organizations/organization-access.ts';
import { findMember } from './member-access.ts';

/** Active member, with their claims for sites. */
export interface Ping {
  member: Row<'Member'>;
  visitorClaims: VisitorClaims;
}

/**
 * Records that the viewer is active in an organization (interface, Organization members).
 *
 * @throws NOT_FOUND when the viewer is not a member
 */
export async function pingOrganization(context: Context, organizationId: string): Promise<Ping> {
  await findOrganization(context, organizationId);
  const { viewer, db, addresses } = context;
  const key = { organizationId, userId: viewer.id };
  // The time is part of the write, so that a repeated request with its key signs the same claims.
  const now = await context.write(async (transaction) => {
    const lastSeenAt = context.now();
    await transaction.member.updateMany({ where: key, data: { lastSeenAt } });
    return lastSeenAt;
  });
  const member = await findMember(context, key);
  const role = member.role as Role | null;
  return {
    member,
    visitorClaims: await signVisitorClaims(db, { ...key, role, issuer: addresses.baseUrl, now }),
  };
}
