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
  sourceUrl: string | null;
  sourceSecret: Uint8Array<ArrayBuffer> | null;
  sourceText: string | null;
}

/**
 * Stores a source for a specification. A text is held by the id of that; user and password of an
 * address are encrypted.
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
    const { url: address, authorization } = parseWebAddress(url);
    const sourceSecret =
      authorization === undefined
        ? null
        : seal(authorization, await loadSecret(db, 'openapi-sources'), PURPOSE);
    await holdBlobs(transaction, specId, []);
    return { sourceUrl: address.href, sourceSecret, sourceText: null };
  }
  const bytes = Buffer.from(text ?? '');
  if (bytes.byteLength > DOCUMENT_SIZE_MAX) {
    throw badField(['input', 'source', 'text'], `must be at most ${DOCUMENT_SIZE_MAX} bytes`);
  }
  const [blob = ''] = await holdBlobs(transaction, specId, [bytes]);
  return { sourceUrl: null, sourceSecret: null, sourceText: blob };
}

/** What the origin of the source is sent as `Authorization`; undefined for nothing. */
export async function authorizationOf(
  db: Database,
  { sourceSecret }: { sourceSecret: Uint8Array | null },
): Promise<string | undefined> {
  if (!sourceSecret) return undefined;
  return unseal(sourceSecret, await loadSecret(db, 'openapi-sources'), PURPOSE) as string;
}
