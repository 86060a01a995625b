import { randomUUID } from 'node:crypto';
import cors from '@fastify/cors';
import Fastify, { type FastifyBaseLogger, type FastifyInstance } from 'fastify';
import type { GraphQLSchema } from 'graphql';
import type { Logger } from 'pino';
import type { Addresses } from './addresses.ts';
import type { Database } from './database/database.ts';
import type { WebClient } from './external/http/web-client.ts';
import type { Translator } from './external/translator/translator.ts';
import type { Mailer } from './external/mail/mailer.ts';
import { serveDownloads } from './features/content/downloads/serve-downloads.ts';
import { apiInformationOf } from './features/information/api-information.ts';
import { servePublishedSpecs } from './features/openapi-specs/serve-published-specs.ts';
import { serveForms } from './forms/serve-forms.ts';
import { sendClientError } from './http/send-client-error.ts';
import { sendError, sendUnknownPath } from './http/send-error.ts';
import { closeSocketsAfterAnswers } from './http/close-sockets.ts';
import { compressResponses } from './http/compress-responses.ts';
import { createGraphQL } from './http/graphql.ts';
import { parseJsonBodies } from './http/json-bodies.ts';
import { refuseLargeAnonymousBodies } from './http/large-bodies.ts';
import { registerPages } from './http/pages/register-pages.ts';
import { refuseUnstorableUrls } from './http/query-strings.ts';
import { limitSending } from './http/limit-sending.ts';
import { loggedRequest, RequestLog } from './http/logged-request.ts';
import { requestLimits } from './http/request-limits.ts';
import { sendSecurityHeaders } from './http/security-headers.ts';
import { serveGraphQL } from './http/serve-graphql.ts';
import { serveHealth } from './http/serve-health.ts';
import { serveMcp } from './http/mcp/serve-mcp.ts';
import { serveMetrics } from './http/serve-metrics.ts';
import { serveRest } from './http/serve-rest.ts';
import { serveSaml } from './http/saml/serve-saml.ts';
import type { TrustedDocuments } from './http/trusted-documents.ts';
import { tracedAttributes } from './http/traced-attributes.ts';
import type { Tracing } from './telemetry/tracing.ts';
import { addContentIndexes } from './indexes.ts';
import { serveApp } from './reader/serve-app.tsx';
import { serveReaderAssets } from './reader/serve-reader-assets.ts';
import { serveSites } from './reader/serve-site.tsx';
import { compileRoutes } from './rest/compile-routes.ts';
import { openApiDocument } from './rest/openapi/open-api-document.ts';
import { methods } from './rest/options.ts';

export interface GatewayDependencies {
  schema: GraphQLSchema;
  db: Database;
  log: Logger;
  /** The addresses in responses; read per request, since the port may be known late. */
  addresses: () => Addresses;
  /** Sends mail; null if no mail server is configured. */
  mailer: Mailer | null;
  /** Client for requests to other servers. */
  web: WebClient;
  /** Translates; null if no service is configured. */
  translator: Translator | null;
  /** Turns off GraphiQL, anonymous introspection and field suggestions. */
  production: boolean;
  /** Serves the pages at the gateway's addresses of the app and of sites. */
  reader: boolean;
  /** Token that `/metrics` requires; it is not served without one. */
  metricsToken?: string | undefined;
  /** Serves operations that write to agents, too. */
  mcpWrites: boolean;
  /** Records spans of requests. */
  tracing?: Tracing | undefined;
  /** The only documents that `/graphql` runs for clients; all if undefined. */
  trustedDocuments?: TrustedDocuments | undefined;
}

/**
 * Creates the HTTP server of the graph: `/graphql`, `/v1`, `/mcp`, the pages, health. It does not
 * listen yet.
 */
export async function createGateway(dependencies: GatewayDependencies): Promise<FastifyInstance> {
  addContentIndexes();
  const { schema, addresses, production, trustedDocuments } = dependencies;
  const baseUrl = () => addresses().baseUrl;
  const connections = dependencies.db.pool.options.max;
  const graphql = createGraphQL(schema, { production, connections, trustedDocuments });
  const app = createApp(dependencies.log);
  dependencies.tracing?.traceRequests(app, (request) => tracedAttributes(request, graphql));
  app.addHook('preClose', (done) => {
    graphql.subscriptions.streams.endAll();
    done();
  });
  closeSocketsAfterAnswers(app);
  limitSending(app, requestLimits.sendingMs);
  app.addHook('onSend', (request, reply, _payload, done) => {
    reply.header('x-request-id', request.id);
    done();
  });
  compressResponses(app);
  sendSecurityHeaders(app);
  await app.register(cors, {
    origin: '*',
    methods: ['HEAD', ...methods],
    // Responds to OPTIONS requests that are not CORS preflights too.
    strictPreflight: false,
    exposedHeaders: [
      ...['location', 'etag', 'x-request-id', 'www-authenticate', 'retry-after', 'allow'],
    ],
  });
  refuseUnstorableUrls(app);
  refuseLargeAnonymousBodies(app, dependencies.db, addresses);
  parseJsonBodies(app);
  app.setErrorHandler(sendError);
  app.setNotFoundHandler(sendUnknownPath);
  serveHealth(app, dependencies.db);
  const { metricsToken: token } = dependencies;
  serveMetrics(app, { db: dependencies.db, streams: graphql.subscriptions.streams, token });
  serveDownloads(app, dependencies.db);
  servePublishedSpecs(app, dependencies.db);
  const routes = compileRoutes(schema);
  const openApi = openApiDocument(schema, routes, apiInformationOf(schema).version);
  // GraphiQL has no use where only known documents run.
  const hasGraphiql = !production && !trustedDocuments;
  const pages = registerPages(app, { schema, openApi, baseUrl, hasGraphiql });
  serveSaml(app, { db: dependencies.db, addresses, pages });
  const { db, mailer, web, translator } = dependencies;
  const contextOptions = () => ({ db, addresses: addresses(), mailer, web, translator });
  serveGraphQL(app, { graphql, pages, contextOptions });
  serveRest(app, { graphql, routes, contextOptions });
  serveMcp(app, { openApi, routes, writes: dependencies.mcpWrites, contextOptions });
  const readerOptions = serveReaderAssets(app, { baseUrl, favicon: pages.favicon });
  serveForms(app, readerOptions);
  const { appUrl, sitesUrl } = addresses().settings;
  if (dependencies.reader && sitesUrl === undefined) serveSites(app, readerOptions);
  if (dependencies.reader && appUrl === undefined) serveApp(app, readerOptions);
  return app;
}

/** Creates a server without routes, with the limits of requests. */
function createApp(log: Logger): FastifyInstance {
  const loggerInstance: FastifyBaseLogger = log.child({}, { serializers: { req: loggedRequest } });
  return Fastify({
    loggerInstance,
    logController: new RequestLog(),
    bodyLimit: requestLimits.bodySize,
    requestTimeout: requestLimits.arrivalMs,
    connectionTimeout: requestLimits.idleMs,
    http: {
      headersTimeout: requestLimits.headersMs,
      connectionsCheckingInterval: requestLimits.checkingMs,
    },
    frameworkErrors: (error, request, reply) => {
      // No hook runs for these errors.
      reply.headers({ 'x-request-id': request.id, 'access-control-allow-origin': '*' });
      sendError(error, request, reply);
    },
    clientErrorHandler: sendClientError,
    routerOptions: { maxParamLength: requestLimits.pathParameterLength },
    genReqId: (request) => acceptedRequestId(request.headers['x-request-id']) ?? randomUUID(),
  });
}

/** Returns a client's request id if it is safe to log. */
function acceptedRequestId(header: string | string[] | undefined): string | undefined {
  return typeof header === 'string' && /^[\w.:-]{1,128}$/.test(header) ? header : undefined;
}
