import { randomBytes } from 'node:crypto';
import { sql, type Database } from '../database/database.ts';
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

/**
 * Whether the token `k` is good for anything. One that a login made is for the organization of its
 * provider: it works while its user is a member there, and nowhere else, since what a provider of
 * one organization says must open no other.
 */
const isGoodSql = sql`(k.saml_provider_id IS NULL OR EXISTS (
  SELECT FROM saml_providers p JOIN members own
    ON own.organization_id = p.organization_id AND own.user_id = k.user_id AND NOT own.disabled
  WHERE p.id = k.saml_provider_id AND NOT EXISTS (
    SELECT FROM members other
    WHERE other.user_id = k.user_id AND other.organization_id <> p.organization_id)))`;

/**
 * The viewer that a token speaks for, with the memberships, in one statement. Null for a token
 * that is unknown, expired or revoked.
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
      AND (k.expires_at IS NULL OR k.expires_at > ${now}) AND ${isGoodSql}`);
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
