import type { Row } from '../../builder.ts';

// Secrets stand behind `#`, which browsers keep to themselves: no server logs them.

/** The page on which somebody with a token joins by an invite link. */
export function inviteUrl(
  baseUrl: string,
  { organizationId, id }: Pick<Row<'Invite'>, 'organizationId' | 'id'>,
): string {
  return `${baseUrl}/join#${new URLSearchParams({ organization: organizationId, invite: id }).toString()}`;
}

/** The page on which an invited person accepts an invitation with its secret. */
export function invitationUrl(baseUrl: string, secret: string): string {
  return `${baseUrl}/join#${new URLSearchParams({ invitation: secret }).toString()}`;
}
