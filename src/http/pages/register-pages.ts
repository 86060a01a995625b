import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { GraphQLSchema } from 'graphql';
import { apiInformationOf } from '../../features/information/api-information.ts';
import type { OpenApiDocument } from '../../rest/openapi/open-api-document.ts';
import { sendWithTag } from '../../rest/send-with-tag.ts';
import { keepCompressed } from '../compress-responses.ts';
import { serveAssets } from './assets.ts';
import { closedPage, graphiqlPage } from './graphiql-page.ts';
import { serveGraph } from './graph/serve-graph.ts';
import { homePage } from './home-page.ts';
import { loginPages, type LoginPages } from './login-page.ts';
import { referencePage } from './reference-page.ts';

export interface PageOptions {
  schema: GraphQLSchema;
  openApi: OpenApiDocument;
  baseUrl: () => string;
  /** Serves GraphiQL and the picture of the graph. */
  hasGraphiql: boolean;
}

export interface Pages extends LoginPages {
  /** Path of the icon of all pages. */
  favicon: string;
  /** Answers a browser that opens `/graphql`. */
  sendExplorer(reply: FastifyReply): FastifyReply;
}

/** Serves what people look at, and the document that the REST reference is drawn from. */
export function registerPages(app: FastifyInstance, options: PageOptions): Pages {
  const { schema, openApi, baseUrl, hasGraphiql } = options;
  const urls = serveAssets(app);
  const { version } = openApi.info;
  const operations = Object.values(openApi.paths).flatMap((path) => Object.values(path));
  const sendHome = homePage(urls, {
    version,
    operationCount: operations.length,
    baseUrl,
    hasGraphiql,
  });
  const sendReference = referencePage(urls);
  app.get('/', (_request, reply) => sendHome(reply));
  app.get('/favicon.ico', (_request, reply) => reply.redirect(urls.favicon));
  app.get('/v1/docs', (_request, reply) => sendReference(reply));
  if (hasGraphiql) serveGraph(app, schema, urls);
  serveDocument(app, openApi);
  const information = apiInformationOf(schema);
  for (const url of ['/v1', '/v1/']) app.get(url, () => information);
  return {
    favicon: urls.favicon,
    sendExplorer: hasGraphiql ? graphiqlPage(urls, openApi) : closedPage(urls),
    ...loginPages(urls, { hasGraphiql }),
  };
}

/** Serves `/v1/openapi.json` to anyone. */
function serveDocument(app: FastifyInstance, openApi: OpenApiDocument): void {
  const json = keepCompressed(Buffer.from(JSON.stringify(openApi)));
  app.get('/v1/openapi.json', (request, reply) => {
    reply.header('content-type', 'application/json; charset=utf-8');
    return sendWithTag(request, reply, json);
  });
}

/** Returns whether a browser requests a page, as opposed to a program that requests data. */
export function wantsPage(request: FastifyRequest): boolean {
  return request.method === 'GET' && (request.headers.accept ?? '').includes('text/html');
}
