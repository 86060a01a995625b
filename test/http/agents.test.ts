import { Client as McpClient } from '@modelcontextprotocol/sdk/client/index.js';
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import type { CallToolResult, Tool } from '@modelcontextprotocol/sdk/types.js';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { afterEach, beforeAll, describe, expect, it } from 'vitest';
import type { Client } from '../support/client.ts';
import { listen } from '../support/listen.ts';
import { bodyOf } from '../support/mutation-bodies.ts';
import { routes } from '../support/open-api.ts';
import {
  askGraph,
  askRest,
  parametersOf,
  queryOf,
  withoutIds,
  withoutSignatures,
} from '../support/route-requests.ts';
import { createScene, writeContent, type Scene, type SceneContent } from '../support/scene.ts';
import { useWorld } from '../support/use-world.ts';

const reading = useWorld();
const world = useWorld({ mcpWrites: true });
const scenes: Scene[] = [];
let content: Record<'space' | 'changeRequest', SceneContent>;
let admin: Client;
let url: string;
let readingUrl: string;
let scene: Scene;

beforeAll(async () => {
  const organization = await world.organization();
  ({ admin } = organization);
  for (let count = 0; count < 4; count += 1) {
    scenes.push(await createScene(world, organization.id, admin.userId));
  }
  [scene] = scenes as [Scene];
  content = await writeContent(world, scene);
  url = `${await listen(world.app)}/mcp`;
  readingUrl = `${await listen(reading.app)}/mcp`;
});

const connected: McpClient[] = [];
afterEach(() => Promise.all(connected.splice(0).map((client) => client.close())));

async function connect(token: string | undefined, address = url): Promise<McpClient> {
  const client = new McpClient({ name: 'test', version: '1.0.0' });
  const headers = { authorization: `Bearer ${token}` };
  await client.connect(
    new StreamableHTTPClientTransport(new URL(address), { requestInit: { headers } }),
  );
  connected.push(client);
  return client;
}

async function call(client: McpClient, name: string, args: Record<string, unknown> = {}) {
  const result = (await client.callTool({ name, arguments: args })) as CallToolResult;
  const [part] = result.content;
  return { isError: result.isError ?? false, text: part?.type === 'text' ? part.text : '' };
}

/** Calls a tool that succeeds, and returns its answer. */
async function answer(client: McpClient, name: string, args?: Record<string, unknown>) {
  const { isError, text } = await call(client, name, args);
  expect({ name, isError, text: isError ? text : '' }).toEqual({ name, isError: false, text: '' });
  return JSON.parse(text);
}

const listed = async (client: McpClient): Promise<Tool[]> => (await client.listTools()).tools;

describe('an agent at /mcp', () => {
  it('learns what this is, and needs a valid token for it', async () => {
    const client = await connect(admin.token);
    expect(client.getServerVersion()).toMatchObject({ name: 'docgraph' });
    expect(client.getServerCapabilities()).toEqual({ tools: {} });
    const instructions = client.getInstructions() ?? '';
    const tools = (await listed(client)).map(({ name }) => name);
    expect(tools).toEqual(
      expect.arrayContaining(instructions.match(/\b(?:get|list|search)[A-Z]\w+/g) ?? []),
    );
    expect(instructions).toContain('searchSpaceContent');
    await expect(connect('dg_unknown')).rejects.toThrow(/unknown, expired or revoked/);
    const payload = { jsonrpc: '2.0', id: 1, method: 'tools/list' };
    const refused = await world.app.inject({ method: 'POST', url: '/mcp', payload });
    expect(refused.statusCode).toBe(401);
    expect(refused.headers['www-authenticate']).toBe('Bearer');
  });

  it('is told that there are no sessions, in place of a stream that stays silent', async () => {
    for (const method of ['GET', 'DELETE'] as const) {
      const { statusCode, headers } = await world.app.inject({ method, url: '/mcp' });
      expect([statusCode, headers.allow]).toEqual([405, 'POST']);
    }
  });

  it('finds the common reads, and all of them where it asks for them', async () => {
    const { token } = await reading.user();
    const tools = await listed(await connect(token, readingUrl));
    const all = await listed(await connect(token, `${readingUrl}?tools=all`));
    const reads = routes.filter(({ method }) => method === 'GET');
    const names = (list: readonly Tool[]) => list.map(({ name }) => name).toSorted();
    expect(names(all)).toEqual(reads.map(({ operationId }) => operationId).toSorted());
    expect(tools.length).toBeLessThan(80);
    expect(names(tools)).toEqual(
      expect.arrayContaining(['getPageById', 'listCommentsInChangeRequest', 'searchSpaceContent']),
    );
    expect(names(tools)).not.toContain('listSAMLProvidersInOrganizationById');
    expect(tools.every(({ annotations }) => annotations?.readOnlyHint)).toBe(true);
    // An agent reads all of this before its first call.
    expect(JSON.stringify(tools).length).toBeLessThan(80_000);
    await expect(connect(admin.token, `${url}?tools=some`)).rejects.toThrow(/must be \\"all/);
  });

  it('finds tools that it can use: described, with schemas that stand alone', async () => {
    const tools = await listed(await connect(admin.token, `${url}?tools=all`));
    expect(tools.map(({ name }) => name).toSorted()).toEqual(
      routes.map(({ operationId }) => operationId).toSorted(),
    );
    const ajv = new Ajv2020({ strict: false, validateFormats: false });
    for (const { name, description = '', inputSchema } of tools) {
      expect(name).toMatch(/^[a-zA-Z0-9_-]{1,64}$/);
      expect(description.length, name).toBeGreaterThan(20);
      expect(ajv.compile(inputSchema), name).toBeTypeOf('function');
      expect(JSON.stringify(inputSchema).length, name).toBeLessThan(20_000);
    }
    const route = routes.find(({ operationId }) => operationId === 'listCommentsInSpace');
    const comments = tools.find(({ name }) => name === 'listCommentsInSpace');
    expect(comments?.description).toContain(route?.description);
    expect(comments?.inputSchema).toMatchObject({
      required: ['spaceId'],
      properties: { limit: { minimum: 0, maximum: 1000, default: 30 } },
    });
    const hints = new Map(tools.map(({ name, annotations }) => [name, annotations]));
    expect(hints.get('deleteSpaceById')).toMatchObject({ destructiveHint: true });
    expect(hints.get('createSpace')).toMatchObject({ destructiveHint: false });
  });

  it('goes through a list page by page', async () => {
    const client = await connect(admin.token);
    const { organizationId } = scene;
    const seen: string[] = [];
    let page: string | undefined;
    do {
      const list = await answer(client, 'listSpacesInOrganizationById', {
        ...{ organizationId, limit: 5, page },
        fields: ['id'],
      });
      expect(list.items.length).toBeLessThanOrEqual(5);
      seen.push(...list.items.map(({ id }: { id: string }) => id));
      expect(list.count).toBe(16);
      page = list.next?.page;
    } while (page !== undefined);
    expect(new Set(seen).size).toBe(16);
  });

  it('gets only the fields that it picks', async () => {
    const client = await connect(admin.token);
    const { spaceId, organizationId } = scene;
    const fields = ['title', 'urls.app'];
    const space = await answer(client, 'getSpaceById', { spaceId, fields });
    expect(space).toEqual({ title: 'Guides', urls: { app: expect.stringContaining(spaceId) } });
    const named = await answer(client, 'listSites', {
      organizationId,
      limit: 1,
      fields: ['items.id'],
    });
    expect(named).toEqual({
      next: expect.anything(),
      count: 4,
      items: [{ id: expect.any(String) }],
    });
    // Lists within an answer, and objects of several types.
    const pages = await answer(client, 'listPages', { spaceId, fields: ['pages.title'] });
    expect(pages.pages.map((page: object) => Object.keys(page))).toContainEqual(['title']);
    const { text, isError } = await call(client, 'getSpaceById', {
      spaceId,
      fields: ['urls.titel'],
    });
    expect(isError).toBe(true);
    expect(text).toMatch(
      /^"fields" names "urls\.titel", which the result does not have\. It has: .*app/,
    );
    for (const wrong of ['title', [7], Array(61).fill('id'), ['parent.'.repeat(30)]]) {
      const refusal = await call(client, 'getSpaceById', { spaceId, fields: wrong });
      expect(refusal).toMatchObject({ isError: true, text: expect.stringMatching(/array of at/) });
    }
    const whole = await answer(client, 'getSpaceById', { spaceId, fields: ['urls.app', 'urls'] });
    expect(whole.urls).toEqual((await admin.get(`/v1/spaces/${spaceId}`)).body.urls);
  });

  it('is told what is wrong with its arguments, as the result of the call', async () => {
    const client = await connect(admin.token);
    const { organizationId, spaceId } = scene;
    const refusal = async (name: string, args: Record<string, unknown>) => {
      const { isError, text } = await call(client, name, args);
      return isError ? text : 'accepted';
    };
    expect(await refusal('getSpaceById', {})).toBe('"spaceId" is required.');
    expect(await refusal('getSpaceById', { spaceId: '..' })).toBe('"spaceId" must not be "..".');
    expect(await refusal('getSpaceById', { spaceId, color: 1 })).toMatch(/"color" is not known/);
    expect(await refusal('listSites', { organizationId, limit: 2000 })).toMatch(
      /"limit" must be 0/,
    );
    expect(await refusal('listSites', { organizationId, page: 'x' })).toMatch(/"page"|cursor/);
    expect(await refusal('createSpace', { organizationId, titel: 'A' })).toMatch(/"titel"/);
    expect(await refusal('getPageById', { spaceId, pageId: 'pg\u0000' })).not.toBe('accepted');
    expect(await refusal('getSpaceById', { spaceId: 'a\ud800' })).toMatch(/^"spaceId" has half/);
    expect(await refusal('listSites', { organizationId, page: '\ud800' })).toMatch(
      /^"page" has half/,
    );
    expect(await refusal('getPageByPath', { spaceId, pagePath: 'a/../../x' })).toMatch(/^No page/);
    await expect(client.callTool({ name: 'dropEverything' })).rejects.toThrow(
      /There is no tool "dropEverything"/,
    );
    for (const [params, message] of [
      [{ name: 'getSpaceById', arguments: [spaceId] }, '"arguments" must be an object with'],
      [{ name: 'getSpaceById', arguments: spaceId }, '"arguments" must be an object with'],
      [{ name: 1 }, '"name" must be the name of a tool.'],
      [{}, '"name" must be the name of a tool.'],
    ] as const) {
      const { body } = await admin.post(
        '/mcp',
        { jsonrpc: '2.0', id: 1, method: 'tools/call', params },
        { accept: 'application/json, text/event-stream' },
      );
      expect(body.error).toEqual({ code: -32602, message: expect.stringContaining(message) });
    }
    // Clients send null for what they leave open.
    expect((await answer(client, 'listSites', { organizationId, page: null })).count).toBe(4);
  });

  it('sees no more than its user', async () => {
    const { organizationId, spaceId } = scene;
    const hidden = await world.space(organizationId, { defaultLevel: null });
    const client = await connect((await world.member(organizationId, 'read')).token);
    const secret = await call(client, 'getSpaceById', { spaceId: hidden.id });
    const missing = await call(client, 'getSpaceById', { spaceId: 'sp_missing' });
    expect(secret).toEqual({ isError: true, text: missing.text.replace('sp_missing', hidden.id) });
    const denied = await call(client, 'updateSpaceById', { spaceId, title: 'Mine' });
    expect(denied.isError).toBe(true);
    expect(denied.text).toMatch(/need the role|level/);
    await world.db.prisma.space.delete({ where: { id: hidden.id } });
  });

  it('writes where the setting allows it, and nowhere else', async () => {
    const { organizationId, spaceId } = scene;
    const client = await connect(admin.token);
    const body = { markdown: 'By an agent.' };
    const comment = await answer(client, 'postCommentInSpace', { spaceId, body, fields: ['id'] });
    const stored = await admin.get(`/v1/spaces/${spaceId}/comments/${comment.id}`);
    expect(stored.body.body.markdown).toBe('By an agent.');
    const gone = await call(client, 'deleteCommentInSpace', { spaceId, commentId: comment.id });
    expect(gone).toEqual({ isError: false, text: 'Done.' });
    expect((await admin.get(`/v1/spaces/${spaceId}/comments/${comment.id}`)).status).toBe(404);

    const owner = await reading.organization();
    const reader = await connect(owner.admin.token, `${readingUrl}?tools=all`);
    await expect(
      reader.callTool({ name: 'createSpace', arguments: { organizationId } }),
    ).rejects.toThrow(/There is no tool "createSpace"/);
  });
});

describe('an operation', () => {
  it('reads the same by GraphQL, REST and MCP', async () => {
    const client = await connect(admin.token);
    const names = new Set((await listed(client)).map(({ name }) => name));
    const reads = routes.filter(
      ({ method, operationId }) => method === 'GET' && names.has(operationId),
    );
    expect(reads.length).toBeGreaterThan(30);
    for (const route of reads) {
      const path = parametersOf(route, scene, content);
      const query = queryOf(route, scene);
      const rest = await askRest(admin, route, { path, query });
      const graph = await askGraph(admin, route, { path, query });
      const mcp = await call(client, route.operationId, { ...path, ...query });
      const found = mcp.isError ? { message: mcp.text } : { body: JSON.parse(mcp.text) };
      const expected = rest.status < 300 ? { body: rest.body } : { message: rest.message };
      const at = { operation: route.operationId };
      expect(withoutSignatures({ ...at, ...found })).toEqual(
        withoutSignatures({ ...at, ...expected }),
      );
      expect(withoutSignatures({ ...at, status: graph.status, body: graph.body })).toEqual(
        withoutSignatures({ ...at, status: rest.status, body: rest.body }),
      );
    }
  });

  it.each([
    ...['createSpace', 'updateSpaceById', 'createChangeRequest', 'changeContentInChangeRequest'],
    ...[
      'postCommentInChangeRequest',
      'createSite',
      'addSectionToGroup',
      'updateTeamInOrganizationById',
    ],
    ...[
      'addMemberToOrganizationTeamById',
      'removeTeamFromOrganizationById',
      'deleteCommentInSpace',
    ],
  ])('writes the same by GraphQL, REST and MCP: %s', async (operationId) => {
    const route = routes.find((one) => one.operationId === operationId);
    if (!route) throw new Error(`There is no ${operationId}.`);
    const client = await connect(admin.token);
    const [, forRest, forGraph, forMcp] = scenes as [Scene, Scene, Scene, Scene];
    const requestOf = (one: Scene) => ({
      path: parametersOf(route, one),
      body: bodyOf(operationId, one),
    });
    const rest = await askRest(admin, route, requestOf(forRest));
    const graph = await askGraph(admin, route, requestOf(forGraph));
    const { path, body } = requestOf(forMcp);
    const mcp = await call(client, operationId, { ...path, ...body });
    expect(rest.status).toBeLessThan(300);
    expect(mcp).toMatchObject({ isError: false });
    expect(withoutIds(graph.body)).toEqual(withoutIds(rest.body));
    const mcpBody = mcp.text === 'Done.' ? undefined : JSON.parse(mcp.text);
    expect(withoutIds(mcpBody)).toEqual(withoutIds(rest.body));
  });
});
