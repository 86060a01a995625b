import { randomUUID } from 'node:crypto';
import cors from '@fastify/cors';
import helmet from '@fastify/helmet';
import Fastify, { type FastifyBaseLogger, type FastifyInstance } from 'fastify';
import { type ExecutionResult, type GraphQLSchema } from 'graphql';
import type { Logger } from 'pino';
import type { Context } from './context.ts';
import type { Database } from './database/database.ts';
import type { WebClient } from './external/http/web-client.ts';
import type { Translator } from './external/translator/translator.ts';
import type { Mailer } from './external/mail/mailer.ts';
import { serveDownloads } from './features/content/downloads/serve-downloads.ts';
import { servePublishedSpecs } from './features/openapi-specs/serve-published-specs.ts';
import { answerClientError } from './http/answer-client-error.ts';
import { answerError, answerUnknownPath } from './http/answer-error.ts';
import { closeSocketsAfterAnswers } from './http/close-sockets.ts';
import { compressResponses } from './http/compress-responses.ts';
import { createGraphQL, type GraphQLServer } from './http/graphql.ts';
import { refuseOtherMethods, requireFewValues, requireQuery } from './http/graphql-requests.ts';
import { parseJsonBodies } from './http/json-bodies.ts';
import { refuseLargeAnonymousBodies } from './http/large-bodies.ts';
import { registerPages, wantsPage, type Pages } from './http/pages/register-pages.ts';
import { refuseUndecodableQueries } from './http/query-strings.ts';
import { limitSending } from './http/limit-sending.ts';
import { loggedRequest } from './http/logged-request.ts';
import { hasViewer, requestContext } from './http/request-context.ts';
import { requestLimits } from './http/request-limits.ts';
import { serveHealth } from './http/serve-health.ts';
import { serveSaml } from './http/saml/serve-saml.ts';
import { REST_PAGE_SIZE_MAX } from './pagination/page-request.ts';
import type { OperationResult } from './rest/answer-request.ts';
import { compileRoutes } from './rest/compile-routes.ts';
import { openApiDocument } from './rest/openapi/open-api-document.ts';
import { methods } from './rest/options.ts';
import { registerRoutes } from './rest/register-routes.ts';
import type { Route } from './rest/route.ts';
import { readVersion } from './version.ts';

export interface GatewayDependencies {
  schema: GraphQLSchema;
  db: Database;
  log: Logger;
  /**
   * Prefix of every URL in an answer; asked for at each request, since the port may be chosen late.
   */
  baseUrl: () => string;
  /** Sends mail; null where no mail server was given. */
  mailer: Mailer | null;
  /** Asks other servers. */
  web: WebClient;
  /** Translates; null where no service was given. */
  translator: Translator | null;
  /** Turns off GraphiQL, anonymous introspection and field suggestions. */
  production: boolean;
}

/** The HTTP shell around the graph: `/graphql`, `/v1`, the pages, health. It does not listen. */
export async function createGateway(dependencies: GatewayDependencies): Promise<FastifyInstance> {
  const serializers = { req: loggedRequest };
  const loggerInstance: FastifyBaseLogger = dependencies.log.child({}, { serializers });
  const app = Fastify({
    loggerInstance,
    bodyLimit: requestLimits.bodySize,
    requestTimeout: requestLimits.arrivalMs,
    connectionTimeout: requestLimits.idleMs,
    http: {
      headersTimeout: requestLimits.headersMs,
      connectionsCheckingInterval: requestLimits.checkingMs,
    },
    frameworkErrors: (error, request, reply) => {
      // No hook runs for these.
      reply.headers({ 'x-request-id': request.id, 'access-control-allow-origin': '*' });
      answerError(error, request, reply);
    },
    clientErrorHandler: answerClientError,
    routerOptions: { maxParamLength: requestLimits.pathParameterLength },
    genReqId: (request) => acceptedRequestId(request.headers['x-request-id']) ?? randomUUID(),
  });
  closeSocketsAfterAnswers(app);
  limitSending(app, requestLimits.sendingMs);
  app.addHook('onSend', async (request, reply) => {
    reply.header('x-request-id', request.id);
  });
  compressResponses(app);
  await app.register(helmet);
  await app.register(cors, {
    origin: '*',
    methods: ['HEAD', ...methods],
    // An OPTIONS request that no browser sent to ask beforehand is answered as well.
    strictPreflight: false,
    exposedHeaders: [
      ...['location', 'etag', 'x-request-id', 'www-authenticate', 'retry-after', 'allow'],
    ],
  });
  refuseUndecodableQueries(app);
  refuseLargeAnonymousBodies(app, dependencies.db, dependencies.baseUrl);
  parseJsonBodies(app);
  app.setErrorHandler(answerError);
  app.setNotFoundHandler(answerUnknownPath);
  serveHealth(app, dependencies.db);
  serveDownloads(app, dependencies.db);
  servePublishedSpecs(app, dependencies.db);
  const { schema, baseUrl, production } = dependencies;
  const routes = compileRoutes(schema);
  const openApi = openApiDocument(schema, routes, readVersion());
  const pages = registerPages(app, { openApi, baseUrl, production });
  serveSaml(app, { db: dependencies.db, baseUrl, pages });
  const graphql = createGraphQL(schema, { production });
  serveGraphQL(app, graphql, pages, dependencies);
  serveRest(app, graphql, routes, dependencies);
  return app;
}

/** Request ids of others are kept when they are harmless to log. */
function acceptedRequestId(header: string | string[] | undefined): string | undefined {
  return typeof header === 'string' && /^[\w.:-]{1,128}$/.test(header) ? header : undefined;
}

function serveGraphQL(
  app: FastifyInstance,
  graphql: GraphQLServer,
  pages: Pages,
  dependencies: GatewayDependencies,
): void {
  app.route({
    url: graphql.graphqlEndpoint,
    method: ['GET', 'POST'],
    exposeHeadRoute: false,
    bodyLimit: requestLimits.contentBodySize,
    handler: async (request, reply) => {
      reply.header('vary', 'accept');
      if (wantsPage(request)) return pages.sendExplorer(reply);
      requireQuery(request);
      const context = await requestContext(request, contextOptions(dependencies));
      if (!hasViewer(context)) requireFewValues(request);
      const response = await graphql.handleNodeRequestAndResponse(request, reply, {
        requestContext: context,
        requestId: request.id,
        sendsJson: true,
      });
      // Hooks see text, not a stream: it is complete, so its length is known and it compresses.
      reply.status(response.status).headers(Object.fromEntries(response.headers));
      return reply.send(await response.text());
    },
  });
  refuseOtherMethods(app, graphql.graphqlEndpoint);
}

function serveRest(
  app: FastifyInstance,
  graphql: GraphQLServer,
  routes: readonly Route[],
  dependencies: GatewayDependencies,
): void {
  registerRoutes(app, routes, {
    baseUrl: dependencies.baseUrl,
    contentBodySize: requestLimits.contentBodySize,
    async executor(request) {
      const context = await requestContext(request, {
        ...contextOptions(dependencies),
        pageSizeMax: REST_PAGE_SIZE_MAX,
      });
      // Who asks comes before what is asked: without a token this throws.
      void context.viewer;
      return (route, variables) => executeRoute(graphql, route, variables, context, request.id);
    },
  });
}

/** What the context of a request is made with, on both surfaces. */
function contextOptions({ db, baseUrl, mailer, web, translator }: GatewayDependencies) {
  return { db, baseUrl: baseUrl(), mailer, web, translator };
}

/** Runs a prepared operation with the plugins of `/graphql`: limits, context, masking. */
async function executeRoute(
  graphql: GraphQLServer,
  route: Route,
  variables: Record<string, unknown>,
  context: Context,
  requestId: string,
): Promise<OperationResult> {
  const { execute, schema, contextFactory } = graphql.getEnveloped({
    requestContext: context,
    requestId,
  });
  const result = (await execute({
    schema,
    document: route.document,
    variableValues: variables,
    contextValue: await contextFactory(),
  })) as ExecutionResult;
  return { ...result, isCommitted: context.isCommitted() };
}
