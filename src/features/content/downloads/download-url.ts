import { createHmac, timingSafeEqual } from 'node:crypto';
import type { Addresses } from '../../../addresses.ts';
import type { Context } from '../../../context.ts';
import type { Database } from '../../../database/database.ts';
import { loadSecret } from '../../../database/secrets.ts';
import type { FileEntry } from '../../../revisions/store/entry.ts';

const DAY_MS = 24 * 60 * 60 * 1000;
/** Minimum lifetime of a URL, in days. */
const VALID_DAYS = 7;

/** The signed content of a download URL. */
export interface Download {
  /** Hash of the bytes. */
  blob: string;
  name: string;
  contentType: string;
  /** In milliseconds since 1970. */
  expires: number;
}

/** The key and time for signing the URLs of one response. */
export interface Signer {
  addresses: Addresses;
  key: string;
  now: Date;
}

/** Loads the key that signs download URLs. */
export function downloadKey(db: Database): Promise<string> {
  return loadSecret(db, 'download-urls');
}

export async function signerOf(
  context: Pick<Context, 'db' | 'addresses' | 'now'>,
): Promise<Signer> {
  const { db, addresses } = context;
  return { addresses, key: await downloadKey(db), now: context.now() };
}

/**
 * Returns a signed URL of stored bytes. Anyone with the URL can read them until it expires.
 *
 * @param expires in milliseconds since 1970
 */
export function signedUrl(
  { addresses, key }: Signer,
  { blob, name, contentType }: Omit<Download, 'expires'>,
  expires: number,
): string {
  const signature = sign(key, { blob, name, contentType, expires });
  const query = new URLSearchParams({ type: contentType, expires: String(expires), signature });
  return `${addresses.own('content', 'files', blob, name)}?${query.toString()}`;
}

/**
 * Returns a signed URL of a file, which is valid for 7 to 8 days. It stays the same for a day, so
 * that caches work.
 */
export function downloadUrl(
  signer: Signer,
  file: Pick<FileEntry, 'blob' | 'name' | 'contentType'>,
): string {
  const expires = (Math.floor(signer.now.getTime() / DAY_MS) + VALID_DAYS + 1) * DAY_MS;
  return signedUrl(signer, file, expires);
}

/** Checks whether a signature is valid and has not expired. */
export function isValidDownload(
  key: string,
  download: Download,
  signature: string,
  now: Date,
): boolean {
  const expected = Buffer.from(sign(key, download));
  const given = Buffer.from(signature);
  const matches = given.length === expected.length && timingSafeEqual(given, expected);
  return matches && download.expires > now.getTime();
}

function sign(key: string, { blob, name, contentType, expires }: Download): string {
  const text = JSON.stringify([blob, name, contentType, expires]);
  return createHmac('sha256', key).update(text).digest('base64url');
}
