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

/**
 * Finds an invitation by its key, which only admins of its organization can see and change.
 *
 * @throws NOT_FOUND when the organization or the invitation does not exist for the viewer,
 *   FORBIDDEN below `admin`
 */
export async function findInvitation(
  context: Context,
  { organizationId, invitationId }: InvitationKey,
): Promise<Row<'Invitation'>> {
  await findOrganization(context, organizationId, 'admin');
  const { loaders } = context;
  const place = ['organizationId', organizationId] as const;
  const invitation = await loaders.oneIn(invitationSource, invitationId, ...place);
  if (!invitation) throw notFound('invitation', invitationId);
  return invitation;
}
