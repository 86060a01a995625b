import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { getOperationAST, OperationTypeNode, type ExecutionResult } from 'graphql';
import type { Context } from '../context.ts';
import { jsonText } from '../lib/raw-json.ts';
import { graphqlFormat } from '../plan/graphql-format.ts';
import type { DirectOperation } from './direct-operations.ts';
import { EventStream } from './event-stream.ts';
import type { GraphQLServer } from './graphql.ts';
import { refuseOtherMethods, requireFewValues, requireQuery } from './graphql-requests.ts';
import { countBodyValues } from './json-bodies.ts';
import type { ServerContext, Subscription } from './operation-errors.ts';
import { wantsPage, type Pages } from './pages/register-pages.ts';
import { postedOperation, type PostedOperation } from './posted-operations.ts';
import {
  hasViewer,
  createRequestContext,
  tokenHolderOf,
  type RequestContextOptions,
} from './request-context.ts';
import { requestLimits } from './request-limits.ts';
import { isInProcess } from './trusted-documents.ts';

export interface ServeGraphQLOptions {
  graphql: GraphQLServer;
  pages: Pages;
  contextOptions: () => RequestContextOptions;
}

/**
 * Serves `/graphql`. Yoga reads requests and writes responses, but for JSON that is posted: its
 * operation is run without the objects of the Fetch API around it, and Yoga writes its errors only.
 */
export function serveGraphQL(app: FastifyInstance, options: ServeGraphQLOptions): void {
  const url = options.graphql.yoga.graphqlEndpoint;
  app.route({
    url,
    method: ['GET', 'POST'],
    exposeHeadRoute: false,
    bodyLimit: requestLimits.contentBodySize,
    handler: (request, reply) => serve(request, reply, options),
  });
  refuseOtherMethods(app, url);
}

async function serve(
  request: FastifyRequest,
  reply: FastifyReply,
  served: ServeGraphQLOptions,
): Promise<FastifyReply> {
  const { graphql, pages, contextOptions } = served;
  reply.header('vary', 'accept');
  if (wantsPage(request)) return pages.sendExplorer(reply);
  requireQuery(request);
  const trusted = isInProcess(request) ? undefined : graphql.trustedDocuments;
  const posted = postedOperation(request, graphql.documents, trusted);
  const options = contextOptions();
  const known = posted && knownOperation(graphql, posted);
  const planned = known && (await runPlanned(graphql, known, request, options));
  if (planned !== undefined) return sendJson(reply, planned, posted);
  const context = await createRequestContext(request, options);
  const run = () => runOperation(served, posted, context, request, reply);
  if (hasViewer(context)) {
    const written = known && (await graphql.mutateDirectly(known, context));
    return written ? sendJson(reply, written.json, posted) : run();
  }
  requireFewValues(request);
  return graphql.anonymousTurns.run(run);
}

async function runOperation(
  served: ServeGraphQLOptions,
  posted: PostedOperation | undefined,
  context: Context,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const { graphql } = served;
  const server = {
    requestContext: context,
    requestId: request.id,
    isInProcess: isInProcess(request),
  };
  const executed = posted && execute(graphql, posted, server);
  const text = executed && (await textOf(executed));
  if (text !== undefined) return sendJson(reply, text, posted);
  let subscription: Subscription | undefined;
  const takeSubscription = (begun: Subscription) => {
    subscription = begun;
  };
  let response: Response;
  try {
    response = await graphql.yoga.handleNodeRequestAndResponse(request, reply, {
      ...server,
      executed,
      takeSubscription,
    });
  } catch (error) {
    await subscription?.events.return?.();
    throw error;
  }
  if (subscription) return sendEvents(served, subscription, request, reply);
  // Hooks see text, not a stream: it is complete, so its length is known and it compresses.
  response.headers.delete('transfer-encoding');
  reply.status(response.status).headers(Object.fromEntries(response.headers));
  return reply.send(await response.text());
}

/** Sends the events of a subscription until the client disconnects, or the gateway stops. */
function sendEvents(
  { graphql, contextOptions }: ServeGraphQLOptions,
  subscription: Subscription,
  request: FastifyRequest,
  reply: FastifyReply,
): FastifyReply {
  const subscriber = {
    holder: () => tokenHolderOf(request, contextOptions()),
    server: async () => ({
      requestContext: await createRequestContext(request, contextOptions()),
      requestId: request.id,
    }),
  };
  const stream = new EventStream(subscription.events, (event) =>
    graphql.eventReader.read(subscription, event, subscriber),
  );
  reply.raw.once('close', () => stream.destroy());
  if (reply.raw.destroyed) stream.destroy();
  // Proxies must neither keep nor gather events.
  reply.headers({ 'cache-control': 'no-cache, no-transform', 'x-accel-buffering': 'no' });
  return reply.type('text/event-stream').send(stream);
}

function sendJson(reply: FastifyReply, text: string, posted?: PostedOperation): FastifyReply {
  return reply.header('content-type', posted?.mediaType).send(text);
}

/** Returns an operation whose document is known to be valid; undefined for any other. */
function knownOperation(
  { documents }: GraphQLServer,
  { query, variables = {}, operationName }: PostedOperation,
): DirectOperation | undefined {
  const document = documents.valid(query);
  return document && { document, operationName, variables, format: graphqlFormat };
}

/** Runs a read that was sent and planned before; undefined for any other operation. */
async function runPlanned(
  graphql: GraphQLServer,
  operation: DirectOperation,
  request: FastifyRequest,
  options: RequestContextOptions,
): Promise<string | undefined> {
  // Without a valid token it would hold too much.
  if (countBodyValues(request) > requestLimits.anonymousValues) return undefined;
  const holder = tokenHolderOf(request, options);
  return holder && (await graphql.runDirectly(operation, holder))?.json;
}

/** Executes an operation with all plugins; undefined for one that they refuse beforehand. */
function execute(
  { yoga }: GraphQLServer,
  { query, variables, operationName }: PostedOperation,
  server: ServerContext,
): Promise<ExecutionResult> | undefined {
  const enveloped = yoga.getEnveloped(server);
  const { schema } = enveloped;
  let document;
  try {
    document = enveloped.parse(query);
  } catch {
    return undefined;
  }
  if (enveloped.validate(schema, document).length > 0) return undefined;
  const operation = getOperationAST(document, operationName);
  if (!operation || operation.operation === OperationTypeNode.SUBSCRIPTION) return undefined;
  const args = { schema, document, variableValues: variables, operationName };
  const run = async () => enveloped.execute({ ...args, contextValue: await contextFactory() });
  const { contextFactory } = enveloped;
  return run() as Promise<ExecutionResult>;
}

/** The result as JSON; undefined for a failure, and for errors, which decide the status. */
async function textOf(executed: Promise<ExecutionResult>): Promise<string | undefined> {
  try {
    const result: ExecutionResult & { stringify?: (value: unknown) => string } = await executed;
    if (result.errors !== undefined || result.extensions !== undefined) return undefined;
    return (result.stringify ?? jsonText)(result);
  } catch {
    return undefined;
  }
}
