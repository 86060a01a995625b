import { randomBytes } from 'node:crypto';
import { sql, type Database, type Sql } from '../database/database.ts';
import { hashSecret } from '../lib/hash.ts';
import { enforcedLoginsSql, isElsewhereSql } from './enforced-login-sql.ts';
import { membershipColumns, membershipsOf } from './memberships.ts';
import type { Viewer } from './viewer.ts';

const TOKEN_PREFIX = 'dg_';
/** Longest secret that is looked up, in characters. */
const SECRET_LENGTH_MAX = 200;
/** How exact `lastUsedAt` is: a token in steady use is written once in this time. */
const LAST_USE_GRAIN_MS = 60_000;

/** A new secret: 256 random bits behind a prefix that scanners can look for. */
export function newTokenSecret(): string {
  return `${TOKEN_PREFIX}${randomBytes(32).toString('base64url')}`;
}

function canBeSecret(text: string): boolean {
  return text.length > 0 && text.length <= SECRET_LENGTH_MAX;
}

/**
 * True for the token `k` of a login by single sign-on while its user is a member of the provider's
 * organization, and of no other: what one organization says of somebody must open no other.
 */
const isLoginSql = sql`EXISTS (SELECT FROM saml_providers p JOIN members own
    ON own.organization_id = p.organization_id AND own.user_id = k.user_id AND NOT own.disabled
  WHERE p.id = k.saml_provider_id
    AND NOT ${isElsewhereSql(sql`k.user_id`, sql`p.organization_id`)})`;

/** True when the token `k` is the one with that secret, and neither expired nor revoked. */
function isLiveSql(secret: string, now: Date): Sql {
  return sql`k.secret_hash = ${hashSecret(secret)} AND k.revoked_at IS NULL
    AND (k.expires_at IS NULL OR k.expires_at > ${now})`;
}

/**
 * The viewer that a token speaks for, with the memberships, in one statement. Null for a token
 * that is unknown, expired or revoked, and where single sign-on is enforced and did not make it.
 */
export async function authenticate(
  database: Database,
  secret: string,
  now: Date,
): Promise<Viewer | null> {
  if (!canBeSecret(secret)) return null;
  const rows = await database.query(sql`
    SELECT ${membershipColumns}, k.saml_provider_id, k.expires_at, k.id, k.user_id, k.last_used_at
    FROM api_tokens k LEFT JOIN members m ON m.user_id = k.user_id AND NOT m.disabled
    WHERE ${isLiveSql(secret, now)} AND CASE WHEN k.saml_provider_id IS NULL
      THEN NOT EXISTS (${enforcedLoginsSql(sql`k.user_id`)}) ELSE ${isLoginSql} END`);
  const first = rows[0];
  if (!first) return null;
  const [samlProviderId, expiresAt, tokenId, userId, lastUsedAt] = first.slice(-5) as [
    string | null,
    Date | null,
    string,
    string,
    Date | null,
  ];
  if (!lastUsedAt || now.getTime() - lastUsedAt.getTime() > LAST_USE_GRAIN_MS) {
    await database.query(sql`UPDATE api_tokens SET last_used_at = ${now} WHERE id = ${tokenId}`);
  }
  const session = samlProviderId !== null && expiresAt ? { samlProviderId, expiresAt } : undefined;
  return { id: userId, tokenId, memberships: membershipsOf(rows), ...(session && { session }) };
}

/**
 * For a token that was refused: the ids of the SAML providers by one of which its user has to log
 * in, oldest first. None where the token is refused for another reason.
 */
export async function findEnforcedLogins(
  database: Database,
  secret: string,
  now: Date,
): Promise<string[]> {
  if (!canBeSecret(secret)) return [];
  const rows = await database.query(sql`
    SELECT login.id FROM api_tokens k
    CROSS JOIN LATERAL (${enforcedLoginsSql(sql`k.user_id`)}) login
    WHERE ${isLiveSql(secret, now)} AND k.saml_provider_id IS NULL
    ORDER BY login.created_at, login.id`);
  return rows.map(([id]) => id as string);
}
