import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { AppError } from '../errors.ts';
import { groupBy } from '../lib/group-by.ts';
import { jsonBytes } from '../lib/raw-json.ts';
import {
  handleRestRequest,
  errorBody,
  type ExecuteOperation,
  type RestResponse,
} from './handle-rest-request.ts';
import { methods, type Method } from './options.ts';
import type { Route } from './route.ts';
import { sendWithTag } from './send-with-tag.ts';

/** The sender of a request, who executes its operations. */
export interface RestSender {
  /** Throws for an invalid token, and without one unless the route is open. */
  authenticate(): Promise<void>;
  /** Executes an operation, and throws like `authenticate`. */
  execute: ExecuteOperation;
}

export interface RegisterOptions {
  baseUrl: () => string;
  senderOf(request: FastifyRequest, route: Route): RestSender;
  /** Maximum size of a body with content, in bytes. */
  contentBodySize: number;
}

/** Serves the routes on a Fastify instance: their methods, and 405 with `Allow` for others. */
export function registerRoutes(
  app: FastifyInstance,
  routes: readonly Route[],
  options: RegisterOptions,
): void {
  for (const [url, atUrl] of groupByUrl(routes)) {
    for (const route of atUrl) {
      app.route({
        method: route.method,
        url,
        ...(route.holdsContent && { bodyLimit: options.contentBodySize }),
        handler: (request, reply) => serve(route, request, reply, options),
      });
    }
    const allowed = atUrl.map(({ method }) => method);
    app.route({
      method: methods.filter((method) => !allowed.includes(method)),
      url,
      handler: (_request, reply) => refuseMethod(reply, allowed),
    });
  }
}

async function serve(
  route: Route,
  request: FastifyRequest,
  reply: FastifyReply,
  options: RegisterOptions,
): Promise<FastifyReply> {
  const answer = await runRoute(route, request, options.senderOf(request, route));
  reply.status(answer.status);
  const location = locationOf(route, request, answer, options.baseUrl());
  if (location !== undefined) reply.header('location', location);
  const { body, json: written } = answer;
  if (body === undefined && written === undefined) return reply.send();
  const json = written === undefined ? jsonBytes(body) : Buffer.from(written);
  reply.header('content-type', 'application/json; charset=utf-8');
  if (route.method !== 'GET') return reply.send(json);
  return sendWithTag(request, reply, json, answer.revision);
}

/** Serves a request. Authentication comes before errors of the request. */
async function runRoute(
  route: Route,
  request: FastifyRequest,
  sender: RestSender,
): Promise<RestResponse> {
  if (route.method !== 'GET') await sender.authenticate();
  const restRequest = {
    path: pathOf(route, request),
    query: new URLSearchParams(request.url.split('?')[1] ?? ''),
    body: request.body ?? undefined,
    ifMatch: request.headers['if-match'],
  };
  try {
    return await handleRestRequest(route, restRequest, (...operation) =>
      sender.execute(...operation),
    );
  } catch (error) {
    await sender.authenticate();
    throw error;
  }
}

/** Returns the URL of the response's resource, for routes with a `Location`. */
function locationOf(
  { location }: Route,
  request: FastifyRequest,
  answer: RestResponse,
  baseUrl: string,
): string | undefined {
  if (location === false) return undefined;
  if (location === true) {
    if (answer.id === undefined) return undefined;
    const below = `${baseUrl}${request.url.split('?')[0]}/${encodeURIComponent(answer.id)}`;
    return answer.location ?? below;
  }
  const parts = { ...(answer.body as object), ...(request.params as object) };
  const texts = new Map(Object.entries(parts).map(([name, value]) => [name, String(value)]));
  return (
    baseUrl +
    location.replaceAll(/\{(\w+)\}/g, (_, name: string) =>
      encodeURIComponent(texts.get(name) ?? ''),
    )
  );
}

function pathOf(route: Route, request: FastifyRequest): Record<string, string> {
  const { '*': rest, ...parameters } = request.params as Record<string, string>;
  const last = route.pathParameters.at(-1)?.name;
  return route.wildcard && last !== undefined ? { ...parameters, [last]: rest ?? '' } : parameters;
}

function refuseMethod(reply: FastifyReply, allowed: readonly Method[]): FastifyReply {
  const list = allowed.includes('GET') ? [...allowed, 'HEAD'] : allowed;
  const error = new AppError('METHOD_NOT_ALLOWED', `This path takes ${list.join(', ')}.`);
  const { status, body } = errorBody(error);
  return reply.status(status).header('allow', list.join(', ')).send(body);
}

/** Groups routes by their path in Fastify's syntax: `:name` and `*`. */
function groupByUrl(routes: readonly Route[]): Map<string, Route[]> {
  return groupBy(routes, ({ path, wildcard }) => {
    const url = wildcard ? path.replace(/\{\w+\}$/, '*') : path;
    return url.replaceAll(/\{(\w+)\}/g, ':$1');
  });
}
