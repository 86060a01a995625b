import type { Row } from '../../builder.ts';

// Secrets are in the fragment, which browsers do not send, so that no server logs them.

/** Returns the address of the page on which a user joins by an invite link. */
export function inviteUrl(
  baseUrl: string,
  { organizationId, id }: Pick<Row<'Invite'>, 'organizationId' | 'id'>,
): string {
  return `${baseUrl}/join#${new URLSearchParams({ organization: organizationId, invite: id }).toString()}`;
}

/** Returns the address of the page on which an invitation is accepted with its secret. */
export function invitationUrl(baseUrl: string, secret: string): string {
  return `${baseUrl}/join#${new URLSearchParams({ invitation: secret }).toString()}`;
}
