import { randomBytes } from 'node:crypto';
import { sql, type Database, type Sql } from '../database/database.ts';
import { hashSecret } from '../lib/hash.ts';
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

/** True for the user `k.user_id` when they are a member of another organization than that one. */
const isElsewhereSql = (organizationId: Sql) => sql`EXISTS (SELECT FROM members other
  WHERE other.user_id = k.user_id AND other.organization_id <> ${organizationId})`;

/**
 * True for the token `k` of a login by single sign-on while its user is a member of the provider's
 * organization, and of no other: what one organization says of somebody must open no other.
 */
const isLoginSql = sql`EXISTS (SELECT FROM saml_providers p JOIN members own
    ON own.organization_id = p.organization_id AND own.user_id = k.user_id AND NOT own.disabled
  WHERE p.id = k.saml_provider_id AND NOT ${isElsewhereSql(sql`p.organization_id`)})`;

/**
 * True when the user of the token `k` has to log in by single sign-on: their one organization
 * enforces it, and has a provider that is set up. Its admins need not, so that a broken provider
 * locks nobody out for good, nor does the admin of the installation.
 */
const hasToLogInSql = sql`EXISTS (SELECT FROM members own
    JOIN organizations o ON o.id = own.organization_id AND o.sso
  WHERE own.user_id = k.user_id AND own.role IS DISTINCT FROM 'admin'
    AND NOT ${isElsewhereSql(sql`o.id`)}
    AND EXISTS (SELECT FROM saml_providers p WHERE p.organization_id = o.id
      AND p.entity_id <> '' AND p.sso_url <> '' AND p.certificate <> '')
    AND k.user_id <> (SELECT u.id FROM users u ORDER BY u.created_at, u.id LIMIT 1))`;

/**
 * The viewer that a token speaks for, with the memberships, in one statement. Null for a token
 * that is unknown, expired or revoked, and where single sign-on is enforced and did not make it.
 */
export async function authenticate(
  database: Database,
  secret: string,
  now: Date,
): Promise<Viewer | null> {
  if (secret.length === 0 || secret.length > SECRET_LENGTH_MAX) return null;
  const rows = await database.query(sql`
    SELECT ${membershipColumns}, k.saml_provider_id, k.expires_at, k.id, k.user_id, k.last_used_at
    FROM api_tokens k LEFT JOIN members m ON m.user_id = k.user_id AND NOT m.disabled
    WHERE k.secret_hash = ${hashSecret(secret)} AND k.revoked_at IS NULL
      AND (k.expires_at IS NULL OR k.expires_at > ${now}) 
      AND CASE WHEN k.saml_provider_id IS NULL
        THEN NOT ${hasToLogInSql} ELSE ${isLoginSql} END`);
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
