import type { Row } from '../../builder.ts';
import type { Context } from '../../context.ts';
import { notFound } from '../../errors.ts';
import { findOrganization } from '../organizations/organization-access.ts';
import { invitationSource } from './invitation-source.ts';

/** Natural key of an invitation. */
export interface InvitationKey {
  organizationId: string;
  invitationId: string;
}

/** Loads an invitation by its key; null if it does not exist for the viewer. */
async function loadInvitation(
  { loaders }: Context,
  { organizationId, invitationId }: InvitationKey,
): Promise<Row<'Invitation'> | null> {
  const invitation = await loaders.one(invitationSource, invitationId);
  return invitation?.organizationId === organizationId ? invitation : null;
}

/**
 * Finds an invitation by its key, which only admins of its organization can see and change.
 *
 * @throws NOT_FOUND when the organization or the invitation does not exist for the viewer,
 *   FORBIDDEN below `admin`
 */
export async function findInvitation(
  context: Context,
  key: InvitationKey,
): Promise<Row<'Invitation'>> {
  await findOrganization(context, key.organizationId, 'admin');
  const invitation = await loadInvitation(context, key);
  if (!invitation) throw notFound('invitation', key.invitationId);
  return invitation;
}
