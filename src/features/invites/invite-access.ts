import { hasAtLeast } from '../../auth/roles.ts';
import type { Row } from '../../builder.ts';
import type { Context } from '../../context.ts';
import { AppError, conflict, forbidden, notFound } from '../../errors.ts';
import type { LockedOrganization } from '../organizations/lock-organization.ts';
import { inviteSource } from './invite-source.ts';

/** Natural key of an invite, as in a `/v1` path. */
export interface InviteKey {
  organizationId: string;
  inviteId: string;
}

/** Permission flags of an invite for a viewer who can see it. */
export interface InvitePermissions {
  view: boolean;
  edit: boolean;
}

/** Returns the viewer's permissions for an invite. The row contains the viewer's level. */
function invitePermissions({ viewerLevel }: Pick<Row<'Invite'>, 'viewerLevel'>): InvitePermissions {
  return { view: viewerLevel !== null, edit: hasAtLeast(viewerLevel, 'admin') };
}

/** Loads an invite by its key; null if it does not exist for the viewer. */
export function loadInvite(
  { loaders }: Context,
  { organizationId, inviteId }: InviteKey,
): Promise<Row<'Invite'> | null> {
  return loaders.oneIn(inviteSource, inviteId, 'organizationId', organizationId);
}

/**
 * Finds an invite by its key and checks a permission flag.
 *
 * @throws NOT_FOUND when it does not exist for the viewer, FORBIDDEN when the flag is false
 */
export async function findInvite(
  context: Context,
  key: InviteKey,
  flag: keyof InvitePermissions = 'view',
): Promise<Row<'Invite'>> {
  const invite = await loadInvite(context, key);
  if (!invite) throw notFound('invite', key.inviteId);
  if (!invitePermissions(invite)[flag]) {
    throw forbidden('change what an invite is to', 'admin');
  }
  return invite;
}

/**
 * Requires that an organization has invite links enabled.
 *
 * @throws CONFLICT when it does not
 */
export function requireInviteLinks({ title, inviteLinks }: LockedOrganization): void {
  if (!inviteLinks) {
    throw conflict(
      `Invite links are off in the organization "${title}": an admin can turn on "inviteLinks", or invite by e-mail.`,
    );
  }
}

/**
 * Requires that the admins of the installation have not blocked the organization.
 *
 * @throws CONFLICT when they have
 */
export function requireNotBlocked({ title, blockedReason }: LockedOrganization): void {
  if (blockedReason !== null) {
    throw conflict(
      `Nobody can join the organization "${title}", which is blocked: ask those who run this installation.`,
    );
  }
}

/** Returns the error for a disabled member who tries to join again. */
export function membershipDisabled(): AppError {
  return new AppError(
    'FORBIDDEN',
    'Your membership of this organization is disabled: ask an admin to enable it.',
  );
}
