import { print } from 'graphql';
import { httpStatusOf, type ErrorCode } from '../../src/errors.ts';
import { PAGE_SIZE_MAX } from '../../src/pagination/page-request.ts';
import { handleRestRequest } from '../../src/rest/handle-rest-request.ts';
import type { Route } from '../../src/rest/route.ts';
import type { Client, GraphQLAnswer } from './client.ts';
import { openApi } from './open-api.ts';
import type { Scene, SceneContent } from './scene.ts';
import { baseUrl } from './world.ts';

/** A request to a route. */
export interface RouteRequest {
  path: Readonly<Record<string, string>>;
  query?: Readonly<Record<string, string>>;
  body?: object | undefined;
}

/** The outcome of a request, in terms of `/v1`. */
export interface RouteOutcome {
  status: number;
  /** Undefined for an empty response and for an error. */
  body: unknown;
  /** Message of an error. */
  message: string | undefined;
}

/** Returns the path parameters of a route for a scene. */
export function parametersOf(
  route: Route,
  scene: Scene,
  content?: Readonly<Record<'space' | 'changeRequest', SceneContent>>,
): Record<string, string> {
  const branch = route.path.includes('{changeRequestId}') ? 'changeRequest' : 'space';
  const values: Record<string, unknown> = {
    ...scene,
    ...scene.threads[branch],
    ...content?.[branch],
    documentId: content?.[branch].pageId ?? scene.pageId,
    ...(/\/(?:members|users)\/\{userId\}/.test(route.path) &&
      route.operationId !== 'updateUserById' && { userId: scene.memberId }),
    ...(route.path.includes('/requested-reviewers/') && { userId: scene.reviewerId }),
  };
  return Object.fromEntries(
    route.pathParameters.map(({ name }) => {
      const value = values[name];
      if (typeof value !== 'string') throw new Error(`A scene has no ${name}.`);
      return [name, value];
    }),
  );
}

/** Returns the query parameters that a read of a scene needs. */
export function queryOf(
  { operationId, method }: Route,
  { shareKey, organizationId, siteId, spaceId }: Scene,
): Record<string, string> {
  if (method !== 'GET') return {};
  if (operationId.startsWith('search')) return { query: 'guide' };
  if (operationId === 'getContentByUrl')
    return { url: `${baseUrl}/o/${organizationId}/s/${spaceId}` };
  if (operationId === 'getPublishedContentByUrl') return { url: `${baseUrl}/s/${siteId}` };
  if (operationId === 'getSiteRedirectBySource') return { source: '/old', shareKey };
  return operationId === 'getPublishedContentSite' ? { shareKey } : {};
}

/** Returns the URL of a route with these parameters, encoded. */
export function urlOf(route: Route, { path, query }: RouteRequest): string {
  const url = route.path.replaceAll(/\{(\w+)\}/g, (_, name: string) =>
    encodeURIComponent(path[name] ?? ''),
  );
  const search = new URLSearchParams(query).toString();
  return search === '' ? url : `${url}?${search}`;
}

/** Sends a request to its route on `/v1`. */
export async function askRest(
  client: Client,
  route: Route,
  request: RouteRequest,
): Promise<RouteOutcome> {
  const method = route.method.toLowerCase() as Lowercase<Route['method']>;
  const url = urlOf(route, request);
  const { status, body } = await (method === 'get' || method === 'delete'
    ? client[method](url)
    : client[method](url, request.body));
  const documented = openApi.paths[route.path]?.[method]?.responses ?? {};
  if (!(status in documented)) throw new Error(`OpenAPI lists no ${status} of ${method} ${url}.`);
  if (status < 300) return { status, body, message: undefined };
  if (body.error?.code !== status) {
    throw new Error(`${route.method} ${url} answers ${status} with ${JSON.stringify(body)}.`);
  }
  return { status, body: undefined, message: body.error.message };
}

type ErrorAnswer = NonNullable<GraphQLAnswer<unknown>['errors']>[number];

/** Runs the operation of a route on `/graphql`, with the variables of its request. */
export async function askGraph(
  client: Client,
  route: Route,
  request: RouteRequest,
): Promise<RouteOutcome> {
  const outcome = await runInGraph(client, route, request);
  if ('code' in outcome) {
    return { status: httpStatusOf[outcome.code], body: undefined, message: outcome.message };
  }
  return { ...outcome, message: undefined };
}

/** An error of a GraphQL operation. */
export interface GraphRefusal {
  code: ErrorCode;
  message: string;
}

/** The same, but returns the code of an error. */
export async function runInGraph(
  client: Client,
  route: Route,
  { path, query = {}, body }: RouteRequest,
): Promise<GraphRefusal | { status: number; body: unknown }> {
  const document = documentOf(route);
  const request = { path, query: new URLSearchParams(query), body };
  try {
    const answer = await handleRestRequest(route, request, async (_route, variables) => {
      const { data, errors } = await client.graphql(document, variables);
      const [error] = errors ?? [];
      // oxlint-disable-next-line typescript/only-throw-error
      if (error) throw error;
      return { data, isCommitted: false };
    });
    return { status: answer.status, body: answer.body };
  } catch (error) {
    const { message, extensions } = error as ErrorAnswer;
    const code = extensions?.code as ErrorCode;
    if (!Object.hasOwn(httpStatusOf, code)) throw error;
    return { code, message };
  }
}

/** Documents of routes for the graph. */
const documents = new Map<Route, string>();

function documentOf(route: Route): string {
  const known = documents.get(route);
  if (known !== undefined) return known;
  // Bodies of /v1 contain whole lists, but pages of the graph are smaller.
  const document = print(route.document).replaceAll('first: 1000', `first: ${PAGE_SIZE_MAX}`);
  documents.set(route, document);
  return document;
}

/**
 * Replaces values that differ between two scenes: ids, times, keys, and tokens that contain them.
 */
export function withoutIds<Value>(value: Value): Value {
  if (value === undefined) return value;
  const text = JSON.stringify(withoutSignatures(value))
    .replaceAll(/\b[a-z]+_[0-9A-HJKMNP-TV-Z]{26}\b/gi, '<id>')
    .replaceAll(/\bapi-[0-9a-z]{26}\b/g, '<slug>')
    .replaceAll(/\d{4}-\d\d-\d\dT[\d:.]+Z/g, '<time>')
    .replaceAll(/(?<=\/)[\w-]{32}(?=["/])/g, '<key>')
    // A PDF contains ids and times, so its hash always differs.
    .replaceAll(/\/[0-9a-f]{64}(?=\/[^/?"]*\.pdf\?)/g, '/<hash>')
    .replaceAll(/\bdgk_[\w-]{43}/g, '<key>')
    .replaceAll(/\beyJ[\w-]+\.[\w-]+\.[\w-]+/g, '<JWT>');
  return JSON.parse(text) as Value;
}

/** Replaces the expiry and signature of URLs, which depend on the time of the request. */
export function withoutSignatures<Value>(value: Value): Value {
  if (value === undefined) return value;
  const validity = /\b(?:expires=\d+&signature=[\w-]+|jwt_token=[\w.-]+)/g;
  return JSON.parse(JSON.stringify(value).replaceAll(validity, '<signature>')) as Value;
}
