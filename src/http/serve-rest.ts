import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { ExecutionResult } from 'graphql';
import type { Context } from '../context.ts';
import { REST_PAGE_SIZE_MAX } from '../pagination/page-request.ts';
import type { OperationResult } from '../rest/answer-request.ts';
import { registerRoutes, type RestSender } from '../rest/register-routes.ts';
import type { Route } from '../rest/route.ts';
import type { GraphQLServer } from './graphql.ts';
import { requestContext, tokenHolderOf, type RequestContextOptions } from './request-context.ts';
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
    baseUrl: () => contextOptions().baseUrl,
    contentBodySize: requestLimits.contentBodySize,
    senderOf: (request) =>
      senderOf(request, graphql, { ...contextOptions(), pageSizeMax: REST_PAGE_SIZE_MAX }),
  });
}

function senderOf(
  request: FastifyRequest,
  graphql: GraphQLServer,
  options: RequestContextOptions,
): RestSender {
  let isKnown = false;
  let context: Promise<Context> | undefined;
  return {
    async authenticate() {
      if (isKnown) return;
      context ??= requestContext(request, options);
      // Without a valid token this throws.
      void (await context).viewer;
      isKnown = true;
    },
    async execute({ document }, variables) {
      const holder = isKnown ? undefined : tokenHolderOf(request, options);
      const text =
        holder && (await graphql.runDirectly({ document, variables, sendsJson: false }, holder));
      if (text !== undefined) {
        isKnown = true;
        return { ...(JSON.parse(text) as ExecutionResult), isCommitted: false };
      }
      await this.authenticate();
      context ??= requestContext(request, options);
      return executeRoute(graphql, document, variables, await context, request.id);
    },
  };
}

/** Runs a prepared operation with the plugins of `/graphql`: limits, context, masking. */
async function executeRoute(
  { yoga }: GraphQLServer,
  document: Route['document'],
  variables: Record<string, unknown>,
  context: Context,
  requestId: string,
): Promise<OperationResult> {
  const { execute, schema, contextFactory } = yoga.getEnveloped({
    requestContext: context,
    requestId,
  });
  const contextValue = await contextFactory();
  const args = { schema, document, variableValues: variables, contextValue };
  const result = (await execute(args)) as ExecutionResult;
  return { ...result, isCommitted: context.isCommitted() };
}
