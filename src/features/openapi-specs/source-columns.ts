import type { z } from 'zod';
import { loadSecret } from '../../database/secrets.ts';
import type { Database, PrismaTransaction } from '../../database/database.ts';
import { badField } from '../../errors.ts';
import { parseWebAddress } from '../../external/http/web-address.ts';
import { seal, unseal } from '../../lib/sealed.ts';
import { holdBlobs } from '../content/downloads/blob-holds.ts';
import { DOCUMENT_SIZE_MAX } from './documents/document-limits.ts';
import type { openApiSpecSource } from './openapi-spec-limits.ts';

const PURPOSE = 'source of an OpenAPI specification';

/** The columns of a specification that hold where it comes from. */
export interface SourceColumns {
  /** Without user, password and query, each of which can be a secret. */
  sourceUrl: string | null;
  /** The rest of the address, encrypted. */
  sourceSecret: Uint8Array<ArrayBuffer> | null;
  sourceText: string | null;
}

/** Where a specification is fetched from. */
export interface SourceAddress {
  url: string;
  /** What its origin is sent as `Authorization`; undefined for nothing. */
  authorization: string | undefined;
}

/** What of an address is encrypted. Earlier versions had the authorization alone there. */
type SourceSecret = { authorization: string | undefined; query: string } | string;

/**
 * Stores a source for a specification. A text is held by the id of that; what of an address can be
 * a secret is encrypted.
 *
 * @throws BAD_USER_INPUT for a text that is too large in bytes
 */
export async function storeSource(
  db: Database,
  transaction: PrismaTransaction,
  specId: string,
  { url, text }: z.output<typeof openApiSpecSource>,
): Promise<SourceColumns> {
  if (url !== undefined) {
    await holdBlobs(transaction, specId, []);
    return { ...(await sealAddress(db, url)), sourceText: null };
  }
  const bytes = Buffer.from(text ?? '');
  if (bytes.byteLength > DOCUMENT_SIZE_MAX) {
    throw badField(['input', 'source', 'text'], `must be at most ${DOCUMENT_SIZE_MAX} bytes`);
  }
  const [blob = ''] = await holdBlobs(transaction, specId, [bytes]);
  return { sourceUrl: null, sourceSecret: null, sourceText: blob };
}

/** The columns of an address. @param given what is known of its authorization already */
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
  const sourceSecret = seal(secret, await loadSecret(db, 'openapi-sources'), PURPOSE);
  return { sourceUrl: url.href, sourceSecret };
}

/** The whole address of a specification that has one. */
export async function openAddress(
  db: Database,
  { sourceUrl, sourceSecret }: { sourceUrl: string; sourceSecret: Uint8Array | null },
): Promise<SourceAddress> {
  if (!sourceSecret) return { url: sourceUrl, authorization: undefined };
  const key = await loadSecret(db, 'openapi-sources');
  const secret = unseal(sourceSecret, key, PURPOSE) as SourceSecret;
  return typeof secret === 'string'
    ? { url: sourceUrl, authorization: secret }
    : { url: sourceUrl + secret.query, authorization: secret.authorization };
}
