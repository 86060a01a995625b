import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { AppError, badInput } from '../../errors.ts';
import type { OpenApiDocument } from '../../rest/openapi/open-api-document.ts';
import { createRequestContext, type RequestContextOptions } from '../request-context.ts';
import { requestLimits } from '../request-limits.ts';
import { createMcpTools, type McpTool } from './create-mcp-tools.ts';
import type { Route } from '../../rest/route.ts';

export interface ServeMcpOptions {
  openApi: OpenApiDocument;
  routes: readonly Route[];
  /** Serves operations that write, too. */
  writes: boolean;
  contextOptions: () => RequestContextOptions;
}

const URL_OF_MCP = '/mcp';

/**
 * Serves the operations of `/v1` as tools for agents, in the Model Context Protocol. Its library is
 * loaded by the first request, and the tools are made then.
 */
export function serveMcp(
  app: FastifyInstance,
  { openApi, routes, writes, contextOptions }: ServeMcpOptions,
): void {
  const toolSets = new Map<boolean, ReadonlyMap<string, McpTool>>();
  const toolsOf = (all: boolean) => {
    const omitted = all ? [] : routes.filter(({ isRare, deprecated }) => isRare || deprecated);
    const ids = new Set(omitted.map(({ operationId }) => operationId));
    const tools = toolSets.get(all) ?? createMcpTools(openApi, { writes, omitted: ids });
    toolSets.set(all, tools);
    return tools;
  };
  app.post(URL_OF_MCP, { bodyLimit: requestLimits.contentBodySize }, async (request, reply) => {
    const context = await createRequestContext(request, contextOptions());
    // Without a valid token this throws.
    void context.viewer;
    const tools = toolsOf(wantsAll(request));
    const { handleMcpRequest } = await import('./handle-mcp-request.ts');
    return sendResponse(reply, await handleMcpRequest(app, request, { openApi, tools }));
  });
  app.route({
    url: URL_OF_MCP,
    method: ['GET', 'HEAD', 'PUT', 'PATCH', 'DELETE'],
    handler: (_request, reply) => {
      reply.header('allow', 'POST');
      throw new AppError('METHOD_NOT_ALLOWED', `${URL_OF_MCP} takes POST: there are no sessions.`);
    },
  });
}

/** Returns whether the address asks for the tools that are rarely used, too. */
function wantsAll(request: FastifyRequest): boolean {
  const { tools } = request.query as { tools?: unknown };
  if (tools === undefined || tools === 'all') return tools === 'all';
  throw badInput('The query parameter "tools" must be "all", or absent for the common ones.', [
    'tools',
  ]);
}

async function sendResponse(reply: FastifyReply, response: Response): Promise<FastifyReply> {
  reply.status(response.status).headers(Object.fromEntries(response.headers));
  return reply.send(await response.text());
}
