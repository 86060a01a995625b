import type { ExecutionResult, GraphQLError } from 'graphql';
import { AppError, httpStatusOf, notFound, type ErrorCode } from '../errors.ts';
import { snakeCase } from '../lib/snake-case.ts';
import type { PlannedResponse } from '../plan/compiled-operations.ts';
import { expectedRevisions, requestVariables, type RestRequest } from './request-variables.ts';
import { toRestPath } from './rest-names.ts';
import { REVISION_KEY, type Route, type WalkStep } from './route.ts';

/** The result of an operation, and whether it committed a write. */
export interface OperationResult extends ExecutionResult {
  isCommitted: boolean;
  /** The body that a plan has written, in place of data. */
  planned?: PlannedResponse;
}

/** Executes a prepared operation exactly as `/graphql` does. */
export type ExecuteOperation = (
  route: Route,
  variables: Record<string, unknown>,
) => Promise<OperationResult>;

/** Status of a committed write whose result cannot be read. */
const DONE_WITHOUT_RESULT = 204;

export interface RestResponse {
  status: number;
  /** Undefined for an empty body, and for one that is only needed as JSON. */
  body: unknown;
  /** The body as JSON, where a plan has written it. */
  json?: string | undefined;
  /**
   * Path of the created resource for `Location`; if undefined, `id` is appended to the request
   * path.
   */
  location?: string | undefined;
  id?: string | undefined;
  /** Id of the content revision in the response. */
  revision?: string | undefined;
}

/**
 * Serves a request: builds the variables, executes the operation, and serializes the body.
 *
 * @throws AppError (or a masked error) whose code is in `httpStatusOf`
 */
export async function handleRestRequest(
  route: Route,
  request: RestRequest,
  execute: ExecuteOperation,
): Promise<RestResponse> {
  const { data, errors, isCommitted, planned } = await executeExpecting(route, request, execute);
  if (planned) return serializePlanned(route, planned, request);
  const [error] = errors ?? [];
  try {
    // A missing resource or a partial failure fails the whole request.
    if (error) throw error;
    const { value, revision } = valueOf(route, data ?? {}, request);
    return { status: route.status, ...serializeResult(route, value), revision };
  } catch (problem) {
    // A committed write never returns an error.
    if (isCommitted) return { status: DONE_WITHOUT_RESULT, body: undefined };
    if (!error || problem !== error) throw problem;
    const isPrecondition = route.ifMatch !== undefined && request.ifMatch !== undefined;
    throw toRestPath(route, isPrecondition ? asPrecondition(error) : error);
  }
}

/**
 * Returns the response that a plan has written.
 *
 * @throws NOT_FOUND naming the first missing resource
 */
function serializePlanned(
  route: Route,
  { json, missingStep, beside }: PlannedResponse,
  request: RestRequest,
): RestResponse {
  const unresolved = missingStep === undefined ? undefined : route.walk[missingStep];
  if (unresolved) throw missingResource(unresolved, request);
  const revision = beside === undefined ? undefined : (JSON.parse(beside) as string);
  const { status } = route;
  if (route.location === false) return { status, body: undefined, json, revision };
  const body = JSON.parse(json) as ResourceBody;
  return { status, body, json, revision, id: body.id, location: body.urls?.location };
}

/** Executes the operation for each revision of `If-Match` in turn, until one is not stale. */
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

/** Converts STALE_REVISION to PRECONDITION_FAILED, for requests with `If-Match`. */
function asPrecondition(error: GraphQLError): GraphQLError {
  return error.extensions['code'] === 'STALE_REVISION'
    ? new AppError('PRECONDITION_FAILED', error.message)
    : error;
}

/**
 * Returns the value at the end of the walk, and the id of its content revision.
 *
 * @throws NOT_FOUND naming the first missing resource
 */
function valueOf(
  route: Route,
  data: object,
  request: RestRequest,
): { value: unknown; revision: string | undefined } {
  let value: unknown = data;
  let revision: string | undefined;
  for (const step of route.walk) {
    const next = (value as Record<string, unknown>)[step.field];
    if (next === null || next === undefined) throw missingResource(step, request);
    value = next;
    revision = (next as { [REVISION_KEY]?: string })[REVISION_KEY] ?? revision;
  }
  return { value, revision };
}

function missingResource(
  { field, parameter, notFoundMessage }: WalkStep,
  { path }: RestRequest,
): AppError {
  const noun = nounOf(field);
  return parameter === undefined
    ? new AppError('NOT_FOUND', notFoundMessage ?? `There is no ${noun} here.`)
    : notFound(noun, path[parameter] ?? '', keyOf(parameter));
}

/** Spelling of proper names in field names. */
const NAMES: Readonly<Record<string, string>> = { api: 'API', openapi: 'OpenAPI', saml: 'SAML' };

/** Returns the noun of a field: `changeRequest` is a change request, `pageByPath` a page. */
function nounOf(field: string): string {
  const words = snakeCase(field.replace(/By[A-Z].*$/, '')).split('_');
  return words.map((word) => NAMES[word] ?? word).join(' ');
}

/**
 * Returns the kind of key: `siteId` is an id, `specSlug` a slug, `pagePath` a path, and all others,
 * such as `hostname`, are names.
 */
function keyOf(parameter: string): string {
  return /(?:Id|Slug|Path)$/.exec(parameter)?.[0].toLowerCase() ?? 'name';
}

/** The parts of a body that the address of its resource is made of. */
interface ResourceBody {
  id?: string;
  urls?: { location?: string };
}

interface PageData {
  pageInfo: { hasNextPage: boolean; endCursor: string | null };
}

interface ListData extends PageData {
  totalCount: number;
  nodes: unknown[];
}

function serializeResult(
  { response, status }: Route,
  value: unknown,
): Omit<RestResponse, 'status'> {
  switch (response.kind) {
    case 'empty':
      return { body: status === 200 ? {} : undefined };
    case 'value':
      return { body: { [response.as]: response.write(value) } };
    case 'resource': {
      const body = response.write(value);
      const { id, urls } = body as ResourceBody;
      return { body, id, location: urls?.location };
    }
    case 'list': {
      const { totalCount, nodes } = value as ListData;
      const items = nodes.map((node) => response.write(node));
      return { body: { ...nextOf(value), count: totalCount, items } };
    }
    case 'page':
      return { body: { ...nextOf(value), ...(response.write(value) as object) } };
  }
}

/** Returns the cursor of the next page; nothing on the last page. */
function nextOf(value: unknown): { next?: { page: string } } {
  const { hasNextPage, endCursor } = (value as PageData).pageInfo;
  return hasNextPage && endCursor !== null ? { next: { page: endCursor } } : {};
}

/** Returns the status and error body of the interface: `{ error: { code, message } }`. */
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

/** Returns the message of a masked error; of any other error nothing internal. */
function maskedMessage(error: unknown): string {
  const { extensions } = error as Partial<GraphQLError>;
  return extensions?.['code'] === 'INTERNAL_SERVER_ERROR' && error instanceof Error
    ? error.message
    : 'Something went wrong on the server.';
}
