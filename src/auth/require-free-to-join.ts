import { AppError } from '../errors.ts';
import type { Viewer } from './viewer.ts';

/**
 * Keeps whoever logged in by single sign-on in their organization: what its provider says of them
 * must open no other.
 *
 * @param organizationId what they would belong to; null for one that is new
 * @throws FORBIDDEN for the token of a login, elsewhere
 */
export function requireFreeToJoin(viewer: Viewer, organizationId: string | null): void {
  if (!viewer.session) return;
  if (organizationId !== null && viewer.memberships.has(organizationId)) return;
  throw new AppError(
    'FORBIDDEN',
    'You logged in by single sign-on, which is for one organization: to belong to another, use an API token of an account of your own.',
  );
}
