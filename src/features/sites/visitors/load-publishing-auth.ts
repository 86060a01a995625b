import { randomBytes } from 'node:crypto';
import type { Context } from '../../../context.ts';
import { sql, type PrismaTransaction } from '../../../database/database.ts';

/** Number of random bits in a key: the size that HS256 uses (RFC 7518, section 3.2). */
const KEY_BITS = 256;
/** Prefix by which secret scanners recognize a leaked key. */
const KEY_PREFIX = 'dgk_';

export const authBackends = ['custom', 'integration'] as const;

export type AuthBackend = (typeof authBackends)[number];

/** Visitor authentication of a site. */
export interface PublishingAuth {
  siteId: string;
  backend: AuthBackend;
  /** Secret: its owner can sign any claims. */
  privateKey: string;
  fallbackUrl: string | null;
}

/** Returns a new key: a text whose UTF-8 bytes sign tokens. */
export function newPrivateKey(): string {
  return `${KEY_PREFIX}${randomBytes(KEY_BITS / 8).toString('base64url')}`;
}

/** Ensures that a site has a key. If several are created concurrently, one remains. */
export async function ensurePublishingAuth(
  transaction: PrismaTransaction,
  siteId: string,
): Promise<void> {
  const data = { siteId, privateKey: newPrivateKey() };
  await transaction.sitePublishingAuth.createMany({ data, skipDuplicates: true });
}

/**
 * Loads a site's visitor authentication without a cache, so that a replaced key is not used.
 * Returns null if no key has been requested yet.
 */
export async function loadPublishingAuth(
  { db }: Pick<Context, 'db'>,
  siteId: string,
): Promise<PublishingAuth | null> {
  const [row] = await db.query(sql`
    SELECT backend, private_key, fallback_url FROM site_publishing_auths
    WHERE site_id = ${siteId}`);
  if (!row) return null;
  const [backend, privateKey, fallbackUrl] = row as [
    PublishingAuth['backend'],
    string,
    string | null,
  ];
  return { siteId, backend, privateKey, fallbackUrl };
}
