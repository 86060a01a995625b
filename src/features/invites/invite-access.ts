import { reaches } from '../../auth/roles.ts';
import type { Row } from '../../builder.ts';
import type { Context } from '../../context.ts';
import { AppError, conflict, forbidden, notFound } from '../../errors.ts';
import type { LockedOrganization } from '../organizations/lock-organization.ts';
import { inviteSource } from './invite-source.ts';

/** What names an invite, as a path on `/v1` has it. */
export interface InviteKey {
  organizationId: string;
  inviteId: string;
}

/** What a viewer may do with an invite who may see it. */
export interface InvitePermissions {
  view: boolean;
  edit: boolean;
}

/** What the viewer, whose level the row carries, may do with an invite. */
function invitePermissions({ viewerLevel }: Pick<Row<'Invite'>, 'viewerLevel'>): InvitePermissions {
  return { view: viewerLevel !== null, edit: reaches(viewerLevel, 'admin') };
}

/** The invite with those ids; null when it does not exist for the viewer. */
export async function loadInvite(
  { loaders }: Context,
  { organizationId, inviteId }: InviteKey,
): Promise<Row<'Invite'> | null> {
  const invite = await loaders.one(inviteSource, inviteId);
  return invite?.organizationId === organizationId ? invite : null;
}

/**
 * The invite with those ids, for something that a flag allows.
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
 * Lets on where an organization wants invite links.
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
 * Lets nobody into an organization that those who run the installation blocked.
 *
 * @throws CONFLICT when they did
 */
export function requireNotBlocked({ title, blockedReason }: LockedOrganization): void {
  if (blockedReason !== null) {
    throw conflict(
      `Nobody can join the organization "${title}", which is blocked: ask those who run this installation.`,
    );
  }
}

/** Refuses to let a disabled member in again. */
export function membershipDisabled(): AppError {
  return new AppError(
    'FORBIDDEN',
    'Your membership of this organization is disabled: ask an admin to enable it.',
  );
}
