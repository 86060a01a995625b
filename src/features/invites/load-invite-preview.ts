import type { Role } from '../../auth/roles.ts';
import { invitePreviewSql, mailedPreviewSql } from '../../auth/invite-preview-sql.ts';
import type { Context } from '../../context.ts';
import type { Sql } from '../../database/database.ts';
import { hashSecret } from '../../lib/hash.ts';
import { idPrefixes, isSecretId } from '../../lib/id.ts';
import { isInvitationSecret } from './invitation-secret.ts';

/** Content of an invite link or of an invitation, for whoever has its secret. */
export interface InvitePreviewRow {
  organizationId: string;
  organizationTitle: string;
  /** True if the organization enforces single sign-on. */
  requiresSso: boolean;
  inviterName: string | null;
  role: Role | null;
  level: Role | null;
  spaceId: string | null;
  collectionId: string | null;
  spaceTitle: string | null;
  collectionTitle: string | null;
  /** Invited address; null for an invite link. */
  email: string | null;
  /** True if a user has the invited address; null for an invite link. */
  hasUser: boolean | null;
  expiresAt: Date | null;
}

/** Columns of the statements, in their order. */
const columns = [
  ...['organizationId', 'organizationTitle', 'requiresSso', 'inviterName', 'role', 'level'],
  ...['spaceId', 'collectionId', 'spaceTitle', 'collectionTitle', 'email', 'hasUser', 'expiresAt'],
] as const satisfies readonly (keyof InvitePreviewRow)[];

export interface PreviewKey {
  organizationId?: string | null | undefined;
  inviteId: string;
}

/**
 * Loads what an invite link or an invitation gives, by its secret. Returns null if the secret is
 * unknown, used, withdrawn, disabled or expired, without a difference. A text that cannot be a
 * secret costs no statement, and any other one statement by an index.
 */
export async function loadInvitePreview(
  context: Pick<Context, 'db' | 'now'>,
  { organizationId, inviteId }: PreviewKey,
): Promise<InvitePreviewRow | null> {
  const statement = statementOf({ organizationId, inviteId }, context.now());
  const [row] = statement ? await context.db.query(statement) : [];
  if (!row || (organizationId ?? row[0]) !== row[0]) return null;
  return Object.fromEntries(
    columns.map((name, index) => [name, row[index]]),
  ) as unknown as InvitePreviewRow;
}

function statementOf({ organizationId, inviteId }: PreviewKey, now: Date): Sql | null {
  if (isInvitationSecret(inviteId)) {
    return mailedPreviewSql({ secretHash: hashSecret(inviteId), now });
  }
  const isLink = isSecretId(inviteId, idPrefixes.Invite) && organizationId != null;
  return isLink ? invitePreviewSql({ id: inviteId, organizationId }) : null;
}
