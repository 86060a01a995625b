import { randomUUID } from 'node:crypto';
import cors from '@fastify/cors';
import helmet from '@fastify/helmet';
import Fastify, { type FastifyBaseLogger, type FastifyInstance } from 'fastify';
import { GraphQLError, type ExecutionResult, type GraphQLSchema } from 'graphql';
import type { Logger } from 'pino';
import type { Context } from './context.ts';
import { sql, type Database } from './database/database.ts';
import { AppError } from './errors.ts';
import { createGraphQL, type GraphQLServer } from './http/graphql.ts';
import { parseJsonBodies } from './http/json-bodies.ts';
import { requestContext } from './http/request-context.ts';
import { REST_PAGE_SIZE_MAX } from './pagination/page-request.ts';
import { errorBody } from './rest/answer-request.ts';
import { compileRoutes } from './rest/compile-routes.ts';
import { registerRoutes } from './rest/register-routes.ts';
import type { Route } from './rest/route.ts';

/** Largest body of a request, in bytes. */
const BODY_SIZE_MAX = 2 * 1024 * 1024;
/** Longest parameter in a path, in characters: paths of pages are the longest. */
const PATH_PARAMETER_LENGTH_MAX = 2000;
/** Longest wait for the database in `/ready`, in milliseconds. */
const READY_TIMEOUT_MS = 2000;

export interface GatewayDependencies {
  schema: GraphQLSchema;
  db: Database;
  log: Logger;
  /**
   * Prefix of every URL in an answer; asked for at each request, since the port may be chosen late.
   */
  baseUrl: () => string;
  /** Turns off GraphiQL, anonymous introspection and field suggestions. */
  production: boolean;
}

/** The HTTP shell around the graph: `/graphql`, `/v1`, the pages, health. It does not listen. */
export async function createGateway(dependencies: GatewayDependencies): Promise<FastifyInstance> {
  const loggerInstance: FastifyBaseLogger = dependencies.log;
  const app = Fastify({
    loggerInstance,
    bodyLimit: BODY_SIZE_MAX,
    routerOptions: { maxParamLength: PATH_PARAMETER_LENGTH_MAX },
    genReqId: (request) => acceptedRequestId(request.headers['x-request-id']) ?? randomUUID(),
  });
  app.addHook('onSend', async (request, reply) => {
    reply.header('x-request-id', request.id);
  });
  await app.register(helmet);
  await app.register(cors, {
    origin: '*',
    methods: ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE'],
    exposedHeaders: ['location', 'etag', 'x-request-id', 'www-authenticate'],
  });
  parseJsonBodies(app);
  handleErrors(app);
  serveHealth(app, dependencies.db);
  const graphql = createGraphQL(dependencies.schema);
  serveGraphQL(app, graphql, dependencies);
  serveRest(app, graphql, dependencies);
  return app;
}

/** Request ids of others are kept when they are harmless to log. */
function acceptedRequestId(header: string | string[] | undefined): string | undefined {
  return typeof header === 'string' && /^[\w.:-]{1,128}$/.test(header) ? header : undefined;
}

function handleErrors(app: FastifyInstance): void {
  app.setErrorHandler((error, request, reply) => {
    const { status, body } = errorBody(error);
    // What an operation masked, it has logged.
    if (status >= 500 && !(error instanceof GraphQLError)) {
      request.log.error({ err: error }, 'a request failed');
    }
    if (status === 401) reply.header('www-authenticate', 'Bearer');
    return reply.status(status).send(body);
  });
  app.setNotFoundHandler((request, reply) => {
    const message = `Nothing is served at ${request.url.split('?')[0]?.slice(0, 200)}.`;
    const { status, body } = errorBody(new AppError('NOT_FOUND', message));
    return reply.status(status).send(body);
  });
}

/** `/health` says that the process runs, `/ready` that it can answer. */
function serveHealth(app: FastifyInstance, db: Database): void {
  app.get('/health', { logLevel: 'warn' }, () => ({ status: 'ok' }));
  app.get('/ready', { logLevel: 'warn' }, async (_request, reply) => {
    const timeout = new Promise<false>((resolve) =>
      setTimeout(resolve, READY_TIMEOUT_MS, false).unref(),
    );
    const answered = db.query(sql`SELECT 1`).then(
      () => true,
      () => false,
    );
    const ready = await Promise.race([answered, timeout]);
    return reply.status(ready ? 200 : 503).send({ status: ready ? 'ok' : 'no database' });
  });
}

function serveGraphQL(
  app: FastifyInstance,
  graphql: GraphQLServer,
  { db, baseUrl }: GatewayDependencies,
): void {
  app.route({
    url: graphql.graphqlEndpoint,
    method: ['GET', 'POST'],
    handler: async (request, reply) => {
      const context = await requestContext(request, { db, baseUrl: baseUrl() });
      return graphql.handleNodeRequestAndResponse(request, reply, {
        requestContext: context,
        requestId: request.id,
      });
    },
  });
}

function serveRest(
  app: FastifyInstance,
  graphql: GraphQLServer,
  { schema, db, baseUrl }: GatewayDependencies,
): void {
  registerRoutes(app, compileRoutes(schema), {
    baseUrl,
    async executor(request) {
      const context = await requestContext(request, {
        db,
        baseUrl: baseUrl(),
        pageSizeMax: REST_PAGE_SIZE_MAX,
      });
      // Who asks comes before what is asked: without a token this throws.
      void context.viewer;
      return (route, variables) => executeRoute(graphql, route, variables, context, request.id);
    },
  });
}

/** Runs a prepared operation with the plugins of `/graphql`: limits, context, masking. */
async function executeRoute(
  graphql: GraphQLServer,
  route: Route,
  variables: Record<string, unknown>,
  context: Context,
  requestId: string,
): Promise<ExecutionResult> {
  const { execute, schema, contextFactory } = graphql.getEnveloped({
    requestContext: context,
    requestId,
  });
  return execute({
    schema,
    document: route.document,
    variableValues: variables,
    contextValue: await contextFactory(),
  }) as Promise<ExecutionResult>;
}
