import { randomBytes } from 'node:crypto';
import { rawSql, sql, type Database, type Sql } from '../database/database.ts';
import { hashSecret } from '../lib/hash.ts';
import { enforcedSsoSql, isElsewhereSql } from './sso-enforcement-sql.ts';
import { membershipColumns, membershipsOf } from './memberships.ts';
import type { Viewer } from './viewer.ts';

const TOKEN_PREFIX = 'dg_';
/** Longest secret that is looked up, in characters. */
const SECRET_LENGTH_MAX = 200;
/** Precision of `lastUsedAt`: a token in steady use is written once per interval. */
const LAST_USE_GRAIN_MS = 60_000;

/** A new secret: 256 random bits behind a prefix that scanners can look for. */
export function newTokenSecret(): string {
  return `${TOKEN_PREFIX}${randomBytes(32).toString('base64url')}`;
}

/** Returns whether a text is worth looking up as the secret of a token. */
export function canBeSecret(text: string): boolean {
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

/**
 * True when the token `k` is the one with that secret, and neither expired nor revoked.
 *
 * @param hash what is stored of the secret: a value, or a slot for one
 */
function isLiveSql(hash: unknown, now: unknown): Sql {
  return sql`k.secret_hash = ${hash} AND k.revoked_at IS NULL
    AND (k.expires_at IS NULL OR k.expires_at > ${now}::timestamptz)`;
}

/**
 * The token with a secret, if it is valid: neither expired nor revoked, and made by single sign-on
 * where that is enforced.
 *
 * @param hash what is stored of the secret: a value, or a slot for one
 */
export function validTokenSql(hash: unknown, now: unknown): Sql {
  return sql`SELECT k.user_id, k.id, k.saml_provider_id, k.expires_at, k.last_used_at
    FROM api_tokens k
    WHERE ${isLiveSql(hash, now)} AND CASE WHEN k.saml_provider_id IS NULL
      THEN NOT EXISTS (${enforcedSsoSql(sql`k.user_id`)}) ELSE ${isLoginSql} END`;
}

/** A valid token as `validTokenSql` returns it. */
export interface ValidToken {
  userId: string;
  id: string;
  samlProviderId: string | null;
  expiresAt: Date | null;
  lastUsedAt: Date | null;
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
    SELECT ${membershipColumns}, k.user_id, k.id, k.saml_provider_id, k.expires_at, k.last_used_at
    FROM (${validTokenSql(hashSecret(secret), now)}) k
    LEFT JOIN members m ON m.user_id = k.user_id AND NOT m.disabled`);
  const first = rows[0];
  if (!first) return null;
  const [userId, id, samlProviderId, expiresAt, lastUsedAt] = first.slice(-5) as [
    string,
    string,
    string | null,
    Date | null,
    Date | null,
  ];
  const token = { userId, id, samlProviderId, expiresAt, lastUsedAt };
  await noteUse(database, token, now);
  return viewerOfToken(token, rows);
}

/** True for a token `k` whose last use is too long ago to be still noted. */
export function isUseToNoteSql(token: Sql, now: unknown): Sql {
  const grain = sql`interval '${rawSql(String(LAST_USE_GRAIN_MS))} milliseconds'`;
  return sql`(${token}.last_used_at IS NULL OR ${token}.last_used_at < ${now}::timestamptz - ${grain})`;
}

/** Notes that tokens are used, but not those that somebody else notes at the same time. */
export async function noteUses(
  database: Database,
  tokenIds: readonly string[],
  now: Date,
): Promise<void> {
  if (tokenIds.length === 0) return;
  await database.query(sql`UPDATE api_tokens SET last_used_at = ${now} WHERE id IN (
    SELECT k.id FROM api_tokens k WHERE k.id = ANY(${[...tokenIds]}::text[])
    FOR NO KEY UPDATE SKIP LOCKED)`);
}

/** Writes down that a token is used, at most once a minute. */
export async function noteUse(
  database: Database,
  { id, lastUsedAt }: ValidToken,
  now: Date,
): Promise<void> {
  if (lastUsedAt && now.getTime() - lastUsedAt.getTime() <= LAST_USE_GRAIN_MS) return;
  await database.query(sql`UPDATE api_tokens SET last_used_at = ${now} WHERE id = ${id}`);
}

/** @param memberships rows that begin with `membershipColumns` */
export function viewerOfToken(
  { userId, id, samlProviderId, expiresAt }: ValidToken,
  memberships: readonly unknown[][],
): Viewer {
  const session = samlProviderId !== null && expiresAt ? { samlProviderId, expiresAt } : undefined;
  return {
    id: userId,
    tokenId: id,
    memberships: membershipsOf(memberships),
    ...(session && { session }),
  };
}

/**
 * Returns the ids of the SAML providers that the user of a rejected token has to log in with,
 * oldest first. Empty if the token was rejected for another reason.
 */
export async function findEnforcedLogins(
  database: Database,
  secret: string,
  now: Date,
): Promise<string[]> {
  if (!canBeSecret(secret)) return [];
  const rows = await database.query(sql`
    SELECT login.id FROM api_tokens k
    CROSS JOIN LATERAL (${enforcedSsoSql(sql`k.user_id`)}) login
    WHERE ${isLiveSql(hashSecret(secret), now)} AND k.saml_provider_id IS NULL
    ORDER BY login.created_at, login.id`);
  return rows.map(([id]) => id as string);
}
