import { createHash } from 'node:crypto';
import type { GraphQLParams, Plugin } from 'graphql-yoga';
import { AppError, badField } from '../errors.ts';
import type { KnownDocuments } from './known-documents.ts';
import type { ServerContext } from './operation-errors.ts';

/** The parts of a request that can name a persisted query. */
type PersistedRequest = Pick<GraphQLParams, 'query' | 'extensions'>;

/** Returns the hash by which a text is persisted: SHA-256, as hexadecimal digits. */
export function persistedHash(text: string): string {
  return createHash('sha256').update(text).digest('hex');
}

/** Returns whether a request names a persisted query. */
export function isPersisted({ extensions }: PersistedRequest): boolean {
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
  request: PersistedRequest,
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

/** Runs operations that are sent as their hash. */
export function usePersistedQueries(documents: KnownDocuments): Plugin<ServerContext> {
  return {
    onParams({ params, setParams }) {
      if (isPersisted(params)) setParams({ ...params, query: operationText(documents, params) });
    },
  };
}
