import { createHash } from 'node:crypto';
import type { Plugin } from 'graphql-yoga';
import { AppError, badField } from '../errors.ts';
import type { KnownDocuments } from './known-documents.ts';
import type { ServerContext } from './operation-errors.ts';
import type { DocumentRequest, TrustedDocuments } from './trusted-documents.ts';

/** Returns the hash by which a text is persisted: SHA-256, as hexadecimal digits. */
export function persistedHash(text: string): string {
  return createHash('sha256').update(text).digest('hex');
}

/** Returns whether a request names a persisted query. */
export function isPersisted({ extensions }: DocumentRequest): boolean {
  return (extensions?.['persistedQuery'] ?? undefined) !== undefined;
}

/**
 * Returns the text of an operation that may be sent as its hash, as Apollo and other clients do
 * (automatic persisted queries).
 *
 * @throws PERSISTED_QUERY_NOT_FOUND if the hash is unknown: clients send the text with it then
 * @throws BAD_USER_INPUT if the hash is not that of the text
 */
export function operationText(
  documents: KnownDocuments,
  request: DocumentRequest,
): string | undefined {
  const query = request.query ?? undefined;
  if (!isPersisted(request)) return query;
  const hash = requireHash(request.extensions?.['persistedQuery']);
  const text = query ?? documents.textOf(hash);
  // Clients recognize this message.
  if (text === undefined) throw new AppError('PERSISTED_QUERY_NOT_FOUND', 'PersistedQueryNotFound');
  if (query !== undefined && persistedHash(query) !== hash) {
    throw badField([...hashPath], 'must be the SHA-256 of "query"');
  }
  return text;
}

const hashPath = ['extensions', 'persistedQuery', 'sha256Hash'] as const;

function requireHash(persistedQuery: unknown): string {
  const { version, sha256Hash } = Object(persistedQuery) as Record<string, unknown>;
  if (version !== 1) throw badField(['extensions', 'persistedQuery', 'version'], 'must be 1');
  if (typeof sha256Hash === 'string' && /^[\da-f]{64}$/.test(sha256Hash)) return sha256Hash;
  throw badField([...hashPath], 'must be a SHA-256 as 64 hexadecimal digits in lower case');
}

/**
 * Runs operations that are sent as their hash or, if there are trusted documents, as their id. Then
 * no others run, except for those of this process.
 */
export function usePersistedQueries(
  documents: KnownDocuments,
  trusted: TrustedDocuments | undefined,
): Plugin<ServerContext> {
  return {
    onParams({ params, request, context, setParams }) {
      const { isInProcess = false } = context as ServerContext;
      if (!trusted || isInProcess) {
        if (isPersisted(params)) setParams({ ...params, query: operationText(documents, params) });
        return;
      }
      const { documentId: posted, ...others } = params as typeof params & DocumentRequest;
      const documentId = posted ?? new URL(request.url).searchParams.get('documentId');
      setParams({ ...others, query: trusted.textOf({ ...others, documentId }) });
    },
  };
}
