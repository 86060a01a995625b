import type { ExecutionResult, GraphQLError } from 'graphql';
import { AppError, httpStatusOf, notFound, type ErrorCode } from '../errors.ts';
import { snakeCase } from '../lib/snake-case.ts';
import { expectedRevisions, requestVariables, type RestRequest } from './request-variables.ts';
import { inRestNames } from './rest-names.ts';
import type { Route } from './route.ts';

/** The result of an operation. */
export interface OperationResult extends ExecutionResult {
  /** Whether it committed a write. */
  isCommitted: boolean;
}

/** Runs a prepared operation the way `/graphql` runs one. */
export type ExecuteOperation = (
  route: Route,
  variables: Record<string, unknown>,
) => Promise<OperationResult>;

/** The status of a write that is done, and whose result cannot be shown. */
const DONE_WITHOUT_RESULT = 204;

export interface RestAnswer {
  status: number;
  /** Undefined for an empty answer. */
  body: unknown;
  /** The answer's own address or else its id, for the `Location` of a creation. */
  location?: string | undefined;
  id?: string | undefined;
}

/**
 * Answers a request: its variables, the operation, the body of the interface.
 *
 * @throws AppError (or a masked error) whose code has a status in the one table
 */
export async function answerRequest(
  route: Route,
  request: RestRequest,
  execute: ExecuteOperation,
): Promise<RestAnswer> {
  const { data, errors, isCommitted } = await executeExpecting(route, request, execute);
  const [error] = errors ?? [];
  try {
    // A resource that is missing and a partial failure are errors of the whole.
    if (error) throw error;
    const value = valueOf(route, data ?? {}, request);
    return { status: route.status, ...represent(route, value) };
  } catch (problem) {
    // A committed write is never answered as failed.
    if (isCommitted) return { status: DONE_WITHOUT_RESULT, body: undefined };
    if (!error || problem !== error) throw problem;
    const isPrecondition = route.ifMatch !== undefined && request.ifMatch !== undefined;
    throw inRestNames(route, isPrecondition ? asPrecondition(error) : error);
  }
}

/** Runs the operation for the revisions of `If-Match` in order, as long as they are stale. */
async function executeExpecting(
  route: Route,
  request: RestRequest,
  execute: ExecuteOperation,
): Promise<OperationResult> {
  const [first, ...others] = expectedRevisions(route, request.ifMatch);
  let result = await execute(route, requestVariables(route, request, first));
  for (const revision of others) {
    if (result.errors?.[0]?.extensions['code'] !== 'STALE_REVISION') break;
    result = await execute(route, requestVariables(route, request, revision));
  }
  return result;
}

/** To one who sent `If-Match`, content that moved on is a precondition that failed. */
function asPrecondition(error: GraphQLError): GraphQLError {
  return error.extensions['code'] === 'STALE_REVISION'
    ? new AppError('PRECONDITION_FAILED', error.message)
    : error;
}

/** Follows the walk; where it ends early, the resource of that step does not exist. */
function valueOf(route: Route, data: object, request: RestRequest): unknown {
  let value: unknown = data;
  for (const { field, parameter, missing } of route.walk) {
    const next = (value as Record<string, unknown>)[field];
    if (next === null || next === undefined) {
      const noun = nounOf(field);
      throw parameter === undefined
        ? new AppError('NOT_FOUND', missing ?? `There is no ${noun} here.`)
        : notFound(noun, request.path[parameter] ?? '', keyOf(parameter));
    }
    value = next;
  }
  return value;
}

/** Words of fields that are names, as people write them. */
const NAMES: Readonly<Record<string, string>> = { api: 'API', openapi: 'OpenAPI', saml: 'SAML' };

/** `changeRequest` and `pageByPath` find a change request and a page. */
function nounOf(field: string): string {
  const words = snakeCase(field.replace(/By[A-Z].*$/, '')).split('_');
  return words.map((word) => NAMES[word] ?? word).join(' ');
}

/** `specSlug` asks by a slug, `pagePath` by a path, all others by ids. */
function keyOf(parameter: string): string {
  return /(?:Slug|Path)$/.exec(parameter)?.[0].toLowerCase() ?? 'id';
}

interface PageData {
  pageInfo: { hasNextPage: boolean; endCursor: string | null };
}

interface ListData extends PageData {
  totalCount: number;
  nodes: unknown[];
}

function represent({ answer, status }: Route, value: unknown): Omit<RestAnswer, 'status'> {
  switch (answer.kind) {
    case 'empty':
      return { body: status === 200 ? {} : undefined };
    case 'value':
      return { body: { [answer.as]: answer.write(value) } };
    case 'resource': {
      const body = answer.write(value);
      const { id, urls } = body as { id?: string; urls?: { location?: string } };
      return { body, id, location: urls?.location };
    }
    case 'list': {
      const { totalCount, nodes } = value as ListData;
      const items = nodes.map((node) => answer.write(node));
      return { body: { ...nextOf(value), count: totalCount, items } };
    }
    case 'page':
      return { body: { ...nextOf(value), ...(answer.write(value) as object) } };
  }
}

/** Where a list goes on; nothing on the last page. */
function nextOf(value: unknown): { next?: { page: string } } {
  const { hasNextPage, endCursor } = (value as PageData).pageInfo;
  return hasNextPage && endCursor !== null ? { next: { page: endCursor } } : {};
}

/** The error body of the interface: `{ error: { code, message } }`. */
export function errorBody(error: unknown): {
  status: number;
  body: { error: { code: number; message: string } };
} {
  const status = statusOf(error);
  const message =
    status === httpStatusOf.INTERNAL_SERVER_ERROR && !(error instanceof AppError)
      ? maskedMessage(error)
      : error instanceof Error
        ? error.message
        : 'Something went wrong.';
  return { status, body: { error: { code: status, message } } };
}

function statusOf(error: unknown): number {
  const { extensions, statusCode } = error as Partial<GraphQLError> & { statusCode?: number };
  const code = extensions?.['code'] as ErrorCode | undefined;
  if (code !== undefined && code in httpStatusOf) return httpStatusOf[code];
  if (statusCode !== undefined && statusCode >= 400 && statusCode < 500) return statusCode;
  return httpStatusOf.INTERNAL_SERVER_ERROR;
}

/** The execution has masked its errors already; anything else says nothing about the inside. */
function maskedMessage(error: unknown): string {
  const { extensions } = error as Partial<GraphQLError>;
  return extensions?.['code'] === 'INTERNAL_SERVER_ERROR' && error instanceof Error
    ? error.message
    : 'Something went wrong on the server.';
}
