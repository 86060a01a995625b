import type { z } from 'zod';
import { loadSecret } from '../../database/secrets.ts';
import type { Database, PrismaTransaction } from '../../database/database.ts';
import { badField } from '../../errors.ts';
import { parseWebAddress } from '../../external/http/web-address.ts';
import { encrypt, decrypt } from '../../lib/encryption.ts';
import { holdBlobs } from '../content/downloads/blob-holds.ts';
import { storeAhead } from '../../revisions/store/store-ahead.ts';
import { DOCUMENT_SIZE_MAX } from './documents/specification-limits.ts';
import type { openApiSpecSource } from './openapi-spec-limits.ts';

const PURPOSE = 'source of an OpenAPI specification';

/** Columns with the source of a specification. */
export interface SourceColumns {
  /** Address without user, password and query, each of which can be a secret. */
  sourceUrl: string | null;
  /** Rest of the address, encrypted. */
  sourceSecret: Uint8Array<ArrayBuffer> | null;
  sourceText: string | null;
}

/** Address from which a specification is fetched. */
export interface SourceAddress {
  url: string;
  /** `Authorization` header for its origin; undefined if none. */
  authorization: string | undefined;
}

/** Encrypted part of an address. Earlier versions stored only the authorization, as a string. */
type SourceSecret = { authorization: string | undefined; query: string } | string;

/**
 * Prepares the columns of a source before the write transaction: a text can have 20 MB.
 *
 * @throws BAD_USER_INPUT for a text over the size limit
 */
export async function prepareSource(
  db: Database,
  { url, text }: z.output<typeof openApiSpecSource>,
): Promise<SourceColumns> {
  if (url !== undefined) return { ...(await sealAddress(db, url)), sourceText: null };
  const bytes = Buffer.from(text ?? '');
  if (bytes.byteLength > DOCUMENT_SIZE_MAX) {
    throw badField(['input', 'source', 'text'], `must be at most ${DOCUMENT_SIZE_MAX} bytes`);
  }
  const [blob = ''] = await storeAhead(db, [bytes]);
  return { sourceUrl: null, sourceSecret: null, sourceText: blob };
}

/** Makes a specification hold the blob of its source text, and no other. */
export function holdSource(
  transaction: PrismaTransaction,
  specId: string,
  { sourceText }: SourceColumns,
): Promise<void> {
  return holdBlobs(transaction, specId, sourceText === null ? [] : [sourceText]);
}

/** Encrypts an address for its columns. @param given authorization that is already known */
export async function sealAddress(
  db: Database,
  address: string,
  given?: string,
): Promise<Pick<SourceColumns, 'sourceUrl' | 'sourceSecret'>> {
  const { url, authorization = given } = parseWebAddress(address);
  const query = url.search;
  url.search = '';
  if (authorization === undefined && query === '') {
    return { sourceUrl: url.href, sourceSecret: null };
  }
  const secret: SourceSecret = { authorization, query };
  const sourceSecret = encrypt(secret, await loadSecret(db, 'openapi-sources'), PURPOSE);
  return { sourceUrl: url.href, sourceSecret };
}

/** Decrypts the full address of a specification's source. */
export async function openAddress(
  db: Database,
  { sourceUrl, sourceSecret }: { sourceUrl: string; sourceSecret: Uint8Array | null },
): Promise<SourceAddress> {
  if (!sourceSecret) return { url: sourceUrl, authorization: undefined };
  const key = await loadSecret(db, 'openapi-sources');
  const secret = decrypt(sourceSecret, key, PURPOSE) as SourceSecret;
  return typeof secret === 'string'
    ? { url: sourceUrl, authorization: secret }
    : { url: sourceUrl + secret.query, authorization: secret.authorization };
}
