import type { Addresses } from '../../addresses.ts';
import type { Row } from '../../builder.ts';

// Secrets are in the fragment, which browsers do not send, so that no server logs them.

/** Returns the address of the page on which a user joins by an invite link. */
export function inviteUrl(
  addresses: Addresses,
  { organizationId, id }: Pick<Row<'Invite'>, 'organizationId' | 'id'>,
): string {
  return `${addresses.own('join')}#${new URLSearchParams({ organization: organizationId, invite: id }).toString()}`;
}

/** Returns the address of the page on which an invitation is accepted with its secret. */
export function invitationUrl(addresses: Addresses, secret: string): string {
  return `${addresses.own('join')}#${new URLSearchParams({ invitation: secret }).toString()}`;
}
