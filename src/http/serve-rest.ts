import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Context } from '../context.ts';
import { REST_PAGE_SIZE_MAX } from '../pagination/page-request.ts';
import type { OperationResult } from '../rest/handle-rest-request.ts';
import { registerRoutes, type RestSender } from '../rest/register-routes.ts';
import type { Route } from '../rest/route.ts';
import type { GraphQLServer } from './graphql.ts';
import type { ServerContext } from './operation-errors.ts';
import type { PlannedResult } from './planned-operations.ts';
import {
  createRequestContext,
  tokenHolderOf,
  type RequestContextOptions,
} from './request-context.ts';
import { requestLimits } from './request-limits.ts';

export interface ServeRestOptions {
  graphql: GraphQLServer;
  routes: readonly Route[];
  contextOptions: () => RequestContextOptions;
}

/** Serves `/v1`. */
export function serveRest(
  app: FastifyInstance,
  { graphql, routes, contextOptions }: ServeRestOptions,
): void {
  registerRoutes(app, routes, {
    baseUrl: () => contextOptions().addresses.baseUrl,
    contentBodySize: requestLimits.contentBodySize,
    senderOf: (request, { open }) =>
      senderOf(request, graphql, { ...contextOptions(), pageSizeMax: REST_PAGE_SIZE_MAX, open }),
  });
}

function senderOf(
  request: FastifyRequest,
  graphql: GraphQLServer,
  { open, ...options }: RequestContextOptions & { open: boolean },
): RestSender {
  let isKnown = false;
  let context: Promise<Context> | undefined;
  return {
    async authenticate() {
      if (isKnown) return;
      context ??= createRequestContext(request, options);
      // Throws for an invalid token, and without one unless the route is open.
      const requester = await context;
      void (open ? requester.viewerOrNobody : requester.viewer);
      isKnown = true;
    },
    async execute({ document, format }, variables) {
      const holder = isKnown || !format ? undefined : tokenHolderOf(request, options);
      const planned =
        holder && format && (await graphql.runDirectly({ document, variables, format }, holder));
      if (planned) {
        isKnown = true;
        return { planned, isCommitted: false };
      }
      await this.authenticate();
      context ??= createRequestContext(request, options);
      const requester = await context;
      // Those of an attempt before, which expected another revision.
      requester.outcomes.clear();
      const written =
        format && (await graphql.mutateDirectly({ document, variables, format }, requester));
      if (written) return { planned: written, isCommitted: true };
      const server = { requestContext: requester, requestId: request.id, format };
      return executeRoute(graphql, document, variables, server);
    },
  };
}

/** Runs a prepared operation with the plugins of `/graphql`: limits, context, masking. */
async function executeRoute(
  { yoga }: GraphQLServer,
  document: Route['document'],
  variables: Record<string, unknown>,
  server: ServerContext,
): Promise<OperationResult> {
  const { execute, schema, contextFactory } = yoga.getEnveloped(server);
  const contextValue = await contextFactory();
  const args = { schema, document, variableValues: variables, contextValue };
  const result = (await execute(args)) as PlannedResult;
  return { ...result, isCommitted: server.requestContext.isCommitted() };
}
