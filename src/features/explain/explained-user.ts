import { loadMembershipsOfUsers } from '../../auth/memberships.ts';
import type { Viewer } from '../../auth/viewer.ts';
import type { Context } from '../../context.ts';
import { AppError } from '../../errors.ts';
import { Loaders } from '../../pagination/loaders.ts';
import { loadMember } from '../members/member-access.ts';
import { organizationPermissions } from '../organizations/organization-access.ts';
import type { Basis } from './access-reason.ts';

/** The user whose access is explained, with loaders that see what they may see. */
export interface ExplainedUser {
  viewer: Viewer;
  loaders: Loaders;
  /** Reason for having no level in the organization; null for enabled members and guests. */
  outside: 'NOT_A_MEMBER' | 'DISABLED' | null;
}

/**
 * Returns the user whose access is explained: the viewer, or for admins any user. An unknown user
 * is treated as a non-member.
 *
 * @throws FORBIDDEN if the user is not the viewer, and the viewer is not an admin
 */
export async function findExplainedUser(
  context: Context,
  organizationId: string,
  userId: string | null | undefined,
): Promise<ExplainedUser> {
  const { viewer, loaders } = context;
  const id = userId ?? viewer.id;
  if (id !== viewer.id && !organizationPermissions(viewer, organizationId).admin) {
    throw new AppError(
      'FORBIDDEN',
      'To ask what somebody else may do you need the role "admin" in the organization.',
    );
  }
  const seen = id === viewer.id ? { viewer, loaders } : await asUser(context, id);
  const member = await loadMember(context, { organizationId, userId: id });
  const outside = member === null ? 'NOT_A_MEMBER' : member.disabled ? 'DISABLED' : null;
  return { ...seen, outside };
}

/** Returns another user as viewer, with loaders that are shared within the request. */
function asUser({ db, loaders }: Context, userId: string) {
  return loaders.batch('users explained', userId, async (userIds) => {
    const memberships = await loadMembershipsOfUsers(db, userIds);
    return userIds.map((id, index) => {
      const viewer: Viewer = { id, tokenId: null, memberships: memberships[index] ?? new Map() };
      return { viewer, loaders: new Loaders(db, id) };
    });
  });
}

/** Returns the basis of a user outside the organization. */
export function basisOutside(outside: NonNullable<ExplainedUser['outside']>): Basis {
  return { level: null, reason: outside };
}
