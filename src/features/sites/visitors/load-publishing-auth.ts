import { randomBytes } from 'node:crypto';
import type { Context } from '../../../context.ts';
import { sql, type PrismaTransaction } from '../../../database/database.ts';

/** Random bits of a key: as many as HS256 can use (RFC 7518, section 3.2). */
const KEY_BITS = 256;
/** So that scanners find a key that was published by mistake. */
const KEY_PREFIX = 'dgk_';

export const authBackends = ['custom', 'integration'] as const;

export type AuthBackend = (typeof authBackends)[number];

/** How the visitors of a site prove who they are. */
export interface PublishingAuth {
  siteId: string;
  backend: AuthBackend;
  /** A secret: whoever has it can sign any claims. */
  privateKey: string;
  fallbackUrl: string | null;
}

/** A new key: a text, whose UTF-8 bytes are what signs. */
export function newPrivateKey(): string {
  return `${KEY_PREFIX}${randomBytes(KEY_BITS / 8).toString('base64url')}`;
}

/** Makes sure that a site has a key. Of several that are made at once, one stays. */
export async function ensurePublishingAuth(
  transaction: PrismaTransaction,
  siteId: string,
): Promise<void> {
  const data = { siteId, privateKey: newPrivateKey() };
  await transaction.sitePublishingAuth.createMany({ data, skipDuplicates: true });
}

/**
 * The visitor authentication of a site, read anew: a key that was replaced is not used any more.
 * Null while the site has no key, since nobody asked for one.
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
