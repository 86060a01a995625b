import { sql, type Sql } from '../database/database.ts';
import { inviteLeadsSomewhereSql } from './invite-sql.ts';

/** The organization `o` of the row `t`, unless it is blocked. */
const openOrganizationSql = sql`JOIN organizations o
  ON o.id = t.organization_id AND o.blocked_reason IS NULL`;

/** Returns SQL of the name of a user; NULL for an account that was deleted. */
function nameOfUserSql(userId: Sql): Sql {
  return sql`(SELECT u.display_name FROM users u WHERE u.id = ${userId})`;
}

/** Returns SQL that is true when a user has confirmed the address. */
function isKnownAddressSql(email: Sql): Sql {
  return sql`EXISTS (SELECT FROM users u WHERE lower(u.email) = ${email} AND u.realm = '')`;
}

const usableLinkSql = sql`${openOrganizationSql} AND o.invite_links`;

const giftSql = sql`t.role, t.level, t.space_id, t.collection_id,
  (SELECT s.title FROM spaces s WHERE s.id = t.space_id),
  (SELECT c.title FROM collections c WHERE c.id = t.collection_id)`;

/**
 * Returns a statement of what an invite link gives, for whoever has it; no row if it does not work.
 * Its columns are those of an `InvitePreview`.
 */
export function invitePreviewSql({
  id,
  organizationId,
}: {
  id: string;
  organizationId: string;
}): Sql {
  return sql`SELECT t.organization_id, o.title, o.sso, ${nameOfUserSql(sql`t.created_by_id`)},
      ${giftSql}, NULL, NULL, NULL
    FROM invites t ${usableLinkSql}
    WHERE t.id = ${id} AND t.organization_id = ${organizationId} AND ${inviteLeadsSomewhereSql(sql`t`)}`;
}

/**
 * Returns a statement of what the secret of a mail gives: that of an invitation, or of a sign-up by
 * an invite link. It has no row if the secret does not work, else the same columns.
 */
export function mailedPreviewSql({ secretHash, now }: { secretHash: string; now: Date }): Sql {
  return sql`SELECT t.organization_id, o.title, o.sso, ${nameOfUserSql(sql`t.invited_by_id`)},
      t.role, NULL, NULL, NULL, NULL, NULL, t.email, ${isKnownAddressSql(sql`t.email`)}, t.expires_at
    FROM invitations t ${openOrganizationSql}
    WHERE t.secret_hash = ${secretHash} AND t.expires_at > ${now}
    UNION ALL
    SELECT t.organization_id, o.title, o.sso, ${nameOfUserSql(sql`t.created_by_id`)},
      ${giftSql}, n.email, ${isKnownAddressSql(sql`n.email`)}, n.expires_at
    FROM sign_ups n JOIN invites t ON t.id = n.invite_id ${usableLinkSql}
    WHERE n.secret_hash = ${secretHash} AND n.expires_at > ${now}
      AND ${inviteLeadsSomewhereSql(sql`t`)}`;
}
