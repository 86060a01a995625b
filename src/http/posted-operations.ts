import type { FastifyRequest } from 'fastify';
import { AppError } from '../errors.ts';
import type { KnownDocuments } from './known-documents.ts';
import { operationText } from './persisted-queries.ts';
import type { DocumentRequest, TrustedDocuments } from './trusted-documents.ts';

/** An operation in the body of a POST, and the media type of its response. */
export interface PostedOperation {
  readonly query: string;
  readonly variables: Record<string, unknown> | undefined;
  readonly operationName: string | undefined;
  readonly mediaType: string;
}

/** Members of a request body. Null counts as missing; other members are refused. */
interface Parameters {
  query?: unknown;
  variables?: unknown;
  operationName?: unknown;
  extensions?: unknown;
  documentId?: unknown;
}

/**
 * Reads the operation of a request that sends and accepts JSON. Returns undefined for any other
 * request, which Yoga reads or refuses.
 *
 * @param trusted the only documents that may run; undefined if there are no such
 */
export function postedOperation(
  request: FastifyRequest,
  documents: KnownDocuments,
  trusted: TrustedDocuments | undefined,
): PostedOperation | undefined {
  const { method, headers, body } = request;
  if (method !== 'POST' || !isJson(headers['content-type'])) return undefined;
  const mediaType = mediaTypeFor(headers.accept);
  if (mediaType === undefined || !isObject(body)) return undefined;
  const { query: sent, variables, operationName, extensions, ...rest } = body as Parameters;
  const { documentId, ...others } = trusted ? rest : { documentId: undefined, ...rest };
  if (typeof (sent ?? '') !== 'string' || Object.keys(others).length > 0) return undefined;
  if (!isObject(variables ?? {}) || !isObject(extensions ?? {})) return undefined;
  if (typeof (operationName ?? '') !== 'string') return undefined;
  const named = { query: sent, documentId, extensions } as DocumentRequest;
  const query = knownText(named, documents, trusted);
  if (query === undefined) return undefined;
  return {
    query,
    variables: (variables ?? undefined) as Record<string, unknown> | undefined,
    operationName: (operationName ?? undefined) as string | undefined,
    mediaType: `${mediaType}; charset=utf-8`,
  };
}

/** Returns the text of an operation; undefined for one that Yoga has to refuse. */
function knownText(
  request: DocumentRequest,
  documents: KnownDocuments,
  trusted: TrustedDocuments | undefined,
): string | undefined {
  try {
    return trusted ? trusted.textOf(request) : operationText(documents, request);
  } catch (error) {
    if (error instanceof AppError) return undefined;
    throw error;
  }
}

function isJson(contentType = ''): boolean {
  return /^application\/(?:graphql\+)?json(?:[;,]|$)/.test(contentType);
}

function isObject(value: unknown): boolean {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/**
 * Returns the media type of a response by what a request accepts: the first that JSON can be, as
 * Yoga chooses it. Undefined where that is none.
 */
function mediaTypeFor(accept = '*/*'): string | undefined {
  for (const range of accept.replaceAll(/\s/g, '').toLowerCase().split(',')) {
    const [type = '', ...parameters] = range.split(';');
    const charset = parameters.find((parameter) => parameter.includes('charset='));
    if (charset !== undefined && charset !== 'charset=utf-8') continue;
    if (['*/*', 'application/*', '*/json', 'application/json'].includes(type)) {
      return 'application/json';
    }
    if (['*/graphql-response+json', 'application/graphql-response+json'].includes(type)) {
      return 'application/graphql-response+json';
    }
  }
  return undefined;
}
