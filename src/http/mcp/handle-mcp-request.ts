import { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js';
import { WebStandardStreamableHTTPServerTransport } from '@modelcontextprotocol/sdk/server/webStandardStreamableHttp.js';
import { ErrorCode, McpError, type CallToolResult } from '@modelcontextprotocol/sdk/types.js';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { errorBody } from '../../rest/handle-rest-request.ts';
import type { OpenApiDocument } from '../../rest/openapi/open-api-document.ts';
import type { McpTool } from './create-mcp-tools.ts';
import { parseFields, pickFields } from './pick-fields.ts';
import { createToolRequest } from './create-tool-request.ts';

export interface McpServerOptions {
  openApi: OpenApiDocument;
  tools: ReadonlyMap<string, McpTool>;
}

const instructions = `Documentation as a graph: organizations have sites and spaces, spaces have
content (pages, files), change requests and comments.

- Start with listOrganizationsForAuthenticatedUser, or with getContentByUrl if you have a link.
- Find pages with searchOrganizationContent or searchSpaceContent, or by listPages of a space.
- Read pages with format "markdown", which is much shorter than the tree of blocks.
- Choose "fields": results have many. Lists return a page; pass its next.page as "page".
- What you may not see looks like what does not exist.`;

/**
 * Handles one request to `/mcp`. Keeps nothing between requests, so that any gateway can serve the
 * next one.
 */
export async function handleMcpRequest(
  app: FastifyInstance,
  request: FastifyRequest,
  { openApi, tools }: McpServerOptions,
): Promise<Response> {
  const { server } = new McpServer(
    { name: 'docgraph', version: openApi.info.version },
    { instructions },
  );
  server.registerCapabilities({ tools: {} });
  // Handlers by method would check the parameters first, and report them as a dump of the schema.
  server.fallbackRequestHandler = async ({ method, params = {} }) => {
    switch (method) {
      case 'tools/list':
        return { tools: [...tools.values()].map(({ definition }) => definition) };
      case 'tools/call': {
        const { tool, args } = toolCallOf(tools, params);
        return callTool(app, request, openApi, tool, args);
      }
      default:
        throw new McpError(ErrorCode.MethodNotFound, `There is no method "${method}" here.`);
    }
  };
  const transport = new WebStandardStreamableHTTPServerTransport({ enableJsonResponse: true });
  await server.connect(transport);
  try {
    const headers = Object.entries(request.headers).map(([name, value]) => [name, String(value)]);
    return await transport.handleRequest(
      new Request('http://localhost/mcp', {
        method: 'POST',
        headers: headers as [string, string][],
      }),
      { parsedBody: request.body ?? null },
    );
  } finally {
    await server.close();
  }
}

/** Returns the tool of a call, and its arguments. @throws McpError naming the invalid parameter */
function toolCallOf(
  tools: McpServerOptions['tools'],
  { name, arguments: given }: Readonly<Record<string, unknown>>,
): { tool: McpTool; args: Readonly<Record<string, unknown>> } {
  if (typeof name !== 'string') throw invalidParams('"name" must be the name of a tool');
  const tool = tools.get(name);
  if (!tool) {
    const quoted = name.slice(0, 64);
    throw invalidParams(
      `There is no tool "${quoted}" here: see tools/list. "/mcp?tools=all" has more tools`,
    );
  }
  const args = given ?? {};
  if (typeof args !== 'object' || Array.isArray(args)) {
    throw invalidParams(
      '"arguments" must be an object with the arguments by name, as in {"spaceId": "sp_…"}',
    );
  }
  return { tool, args: args as Readonly<Record<string, unknown>> };
}

function invalidParams(problem: string): McpError {
  return new McpError(ErrorCode.InvalidParams, `${problem}.`);
}

/** Calls a tool: sends a request to `/v1` within this process. Errors are results, not failures. */
async function callTool(
  app: FastifyInstance,
  request: FastifyRequest,
  openApi: OpenApiDocument,
  tool: McpTool,
  { fields, ...args }: Readonly<Record<string, unknown>>,
): Promise<CallToolResult> {
  try {
    const picked = parseFields(openApi, tool.answer, fields);
    const response = await app.inject({
      ...createToolRequest(tool, args),
      headers: {
        authorization: request.headers.authorization,
        'x-request-id': request.id,
        ...(tool.hasBody && { 'content-type': 'application/json' }),
      },
      remoteAddress: request.ip,
    });
    if (response.statusCode >= 400) {
      return failure(response.json<{ error: { message: string } }>().error.message);
    }
    if (response.body === '') return text('Done.');
    return text(
      picked ? JSON.stringify(pickFields(response.json<object>(), picked)) : response.body,
    );
  } catch (error) {
    const { status, body } = errorBody(error);
    if (status >= 500) request.log.error({ err: error }, 'a tool call failed');
    return failure(body.error.message);
  }
}

function text(content: string): CallToolResult {
  return { content: [{ type: 'text', text: content }] };
}

function failure(message: string): CallToolResult {
  return { ...text(message), isError: true };
}
