import type { z } from 'zod';
import { loadSecret } from '../../database/secrets.ts';
import type { Database, PrismaTransaction } from '../../database/database.ts';
import { badField } from '../../errors.ts';
import { parseWebAddress } from '../../external/http/web-address.ts';
import { seal, unseal } from '../../lib/sealed.ts';
import { holdBlobs } from '../content/downloads/blob-holds.ts';
import { storeAhead } from '../content/store/store-ahead.ts';
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
 * Makes the columns of a source, before the transaction that writes them: a text can have 20 MB.
 *
 * @throws BAD_USER_INPUT for a text that is too large in bytes
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

/** Lets a specification hold the text of its source, and no other one. */
export function holdSource(
  transaction: PrismaTransaction,
  specId: string,
  { sourceText }: SourceColumns,
): Promise<void> {
  return holdBlobs(transaction, specId, sourceText === null ? [] : [sourceText]);
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
