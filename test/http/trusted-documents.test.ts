import { createHash } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { ApolloClient, ApolloLink, gql, HttpLink, InMemoryCache } from '@apollo/client';
import { PersistedQueryLink } from '@apollo/client/link/persisted-queries';
import { print } from 'graphql';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readTrustedDocuments } from '../../src/commands/read-trusted-documents.ts';
import type { Client } from '../support/client.ts';
import { writePages } from '../support/content.ts';
import { listen } from '../support/listen.ts';
import { World } from '../support/world.ts';

const hash = (algorithm: string, text: string) => createHash(algorithm).update(text).digest('hex');

const spaces = gql`
  query Spaces {
    organizations {
      nodes {
        id
        spaces {
          nodes {
            title
            __typename
          }
          __typename
        }
        __typename
      }
      __typename
    }
  }
`;
const rename =
  'mutation ($id: ID!, $title: String!) { updateSpace(input: { spaceId: $id, title: $title }) { space { title } } }';
const viewer = 'query Viewer { viewer { id } }';
const watch = 'subscription ($id: ID!) { space(id: $id) { space { title } } }';
const broken = '{ nothing }';

/** Manifests in the formats of tools that register documents. */
const manifests = {
  'apollo.json': {
    format: 'apollo-persisted-query-manifest',
    version: 1,
    operations: [
      { id: hash('sha256', print(spaces)), name: 'Spaces', type: 'query', body: print(spaces) },
    ],
  },
  // Relay: MD5.
  'relay.json': { [hash('md5', rename)]: rename, [hash('md5', watch)]: watch },
  // GraphQL Code Generator: SHA-1.
  'codegen.json': { [hash('sha1', viewer)]: viewer, broken },
};

let world: World;
let folder: string;
let url: string;
let admin: Client;
let spaceId: string;

beforeAll(async () => {
  folder = await mkdtemp(path.join(os.tmpdir(), 'docgraph-manifests-'));
  const files = Object.entries(manifests).map(([name, manifest]) => ({
    file: path.join(folder, name),
    text: JSON.stringify(manifest),
  }));
  for (const { file, text } of files) await writeFile(file, text);
  const trustedDocuments = await readTrustedDocuments(files.map(({ file }) => file));
  world = await World.create(trustedDocuments && { trustedDocuments });
  const organization = await world.organization();
  admin = organization.admin;
  ({ id: spaceId } = await world.space(organization.id, { title: 'Guides' }));
  url = await listen(world.app);
});

afterAll(async () => {
  await world.destroy();
  await rm(folder, { recursive: true });
});

const headers = () => ({
  authorization: `Bearer ${admin.token}`,
  'content-type': 'application/json',
});

async function post(body: object) {
  const response = await fetch(`${url}/graphql`, {
    ...{ method: 'POST', headers: headers(), body: JSON.stringify(body) },
  });
  return { status: response.status, body: await response.json() };
}

async function get(parameters: Record<string, string>) {
  const query = new URLSearchParams(parameters);
  const response = await fetch(`${url}/graphql?${query}`, { headers: headers() });
  return { status: response.status, body: await response.json() };
}

describe('a registered document', () => {
  const answer = () => ({ status: 200, body: { data: { viewer: { id: admin.userId } } } });

  it.each([
    ['its id', { documentId: hash('sha1', viewer) }],
    ['its SHA-256', { documentId: hash('sha256', viewer) }],
    ['its SHA-256 with a prefix', { documentId: `sha256:${hash('sha256', viewer)}` }],
    ['its text', { query: viewer, operationName: 'Viewer' }],
    ['its id and text', { documentId: hash('sha1', viewer), query: viewer }],
    [
      'its hash, as automatic persisted queries are',
      { extensions: { persistedQuery: { version: 1, sha256Hash: hash('sha256', viewer) } } },
    ],
  ])('runs by %s, each time', async (_, body) => {
    for (let time = 0; time < 3; time += 1) expect(await post(body)).toEqual(answer());
  });

  it('runs by its id with GET', async () => {
    expect(await get({ documentId: hash('sha1', viewer) })).toEqual(answer());
  });

  it('runs with variables and as one planned statement', async () => {
    const documentId = hash('md5', rename);
    for (const title of ['One', 'Two']) {
      const { body } = await post({ documentId, variables: { id: spaceId, title } });
      expect(body).toEqual({ data: { updateSpace: { space: { title } } } });
    }
    const send = () => post({ documentId: hash('sha1', viewer) });
    await send();
    expect(await world.statements(send)).toHaveLength(1);
  });

  it('runs as a subscription', async () => {
    const response = await fetch(`${url}/graphql`, {
      method: 'POST',
      headers: { ...headers(), accept: 'text/event-stream' },
      body: JSON.stringify({ documentId: hash('md5', watch), variables: { id: spaceId } }),
    });
    let events = '';
    for await (const chunk of response.body ?? []) {
      events += Buffer.from(chunk).toString();
      if (/event: next\n.*\n\n/.test(events)) break;
    }
    expect(events).toMatch(/event: next\ndata: {"data":{"space":{"space":{"title":/);
  });

  it('is validated', async () => {
    const { status, body } = await post({ documentId: 'broken' });
    expect(status).toBe(200);
    expect(body.errors[0].message).toContain('Cannot query field "nothing"');
  });

  it('is sent by Apollo Client as its hash alone', async () => {
    const sent: string[] = [];
    const record: typeof fetch = async (input, init) => {
      sent.push(JSON.stringify(init?.body));
      return fetch(input, init);
    };
    const client = new ApolloClient({
      cache: new InMemoryCache(),
      link: ApolloLink.from([
        new PersistedQueryLink({ sha256: (text: string) => hash('sha256', text) }),
        new HttpLink({ uri: `${url}/graphql`, fetch: record, headers: headers() }),
      ]),
    });
    const { data } = await client.query({ query: spaces });
    expect(data).toMatchObject({ organizations: { nodes: [{ spaces: { nodes: [{}] } }] } });
    expect(sent).toHaveLength(1);
    expect(sent[0]).not.toContain('query Spaces');
  });
});

describe('any other document', () => {
  const refused = {
    status: 403,
    body: {
      errors: [
        {
          message: expect.stringMatching(/is not registered: this server runs only/),
          extensions: { code: 'DOCUMENT_NOT_TRUSTED' },
        },
      ],
    },
  };
  const text = '{ viewer { displayName } }';

  it.each([
    ['by its text', { query: text }],
    ['by its text with a space more', { query: `${viewer} ` }],
    ['for the schema', { query: '{ __schema { queryType { name } } }' }],
    ['by an unknown id', { documentId: hash('md5', text) }],
    ['by an id of another text', { documentId: hash('sha1', viewer), query: text }],
    ['by the name of a member of all objects', { documentId: 'constructor' }],
    [
      'as an automatic persisted query, twice',
      {
        query: text,
        extensions: { persistedQuery: { version: 1, sha256Hash: hash('sha256', text) } },
      },
    ],
    [
      'as the hash of one that a page ran',
      { extensions: { persistedQuery: { version: 1, sha256Hash: hash('sha256', text) } } },
    ],
  ])('is refused %s', async (_, body) => {
    // In process, as pages do.
    await admin.query(text);
    expect(await post(body)).toMatchObject(refused);
    expect(await post(body)).toMatchObject(refused);
  });

  it('is refused with GET, in a form, and as a plain text', async () => {
    expect(await get({ query: text })).toMatchObject(refused);
    expect(await get({ documentId: 'unknown' })).toMatchObject(refused);
    for (const [type, body] of [
      ['application/graphql', text],
      ['application/x-www-form-urlencoded', new URLSearchParams({ query: text }).toString()],
    ] as const) {
      const response = await fetch(`${url}/graphql`, {
        ...{ method: 'POST', body, headers: { ...headers(), 'content-type': type } },
      });
      expect(response.status).toBeGreaterThanOrEqual(400);
      expect(await response.text()).not.toContain('displayName":');
    }
  });

  it('is named by its field if its id is no text', async () => {
    const { body } = await post({ documentId: 7 });
    expect(body.errors).toMatchObject([
      { message: '"documentId" must be a string.', extensions: { code: 'BAD_USER_INPUT' } },
    ]);
  });
});

describe('what runs operations of its own', () => {
  it('works as before: `/v1`, agents and pages', async () => {
    const rest = await fetch(`${url}/v1/spaces/${spaceId}`, { headers: headers() });
    expect(rest.status).toBe(200);
    const call = { method: 'tools/call', params: { name: 'getSpaceById', arguments: { spaceId } } };
    const mcp = await fetch(`${url}/mcp`, {
      ...{ method: 'POST', body: JSON.stringify({ jsonrpc: '2.0', id: 1, ...call }) },
      headers: { ...headers(), accept: 'application/json, text/event-stream' },
    });
    expect(await mcp.text()).toContain('Two');
    await writePages(world, spaceId, [{ title: 'Home', markdown: 'Welcome home.\n' }]);
    const { siteId } = await world.publish(spaceId);
    const page = await fetch(`${url}/s/${siteId}`);
    expect({ status: page.status, text: await page.text() }).toMatchObject({
      ...{ status: 200, text: expect.stringContaining('Welcome home.') },
    });
  });

  it('is not GraphiQL, which is off', async () => {
    const page = await fetch(`${url}/graphql`, { headers: { accept: 'text/html' } });
    expect(await page.text()).toContain('GraphiQL is off here');
  });
});

describe('a manifest', () => {
  it.each([
    ['that is missing', 'none.json', undefined, /none\.json cannot be used: ENOENT/],
    ['that is no JSON', 'text.json', 'text', /text\.json cannot be used: .*JSON/],
    ['of another format', 'list.json', '[1]', /is no manifest of Apollo, Relay or GraphQL Code/],
    [
      'of a later version',
      'late.json',
      '{"format":"apollo-persisted-query-manifest"}',
      /no manifest/,
    ],
    [
      'with an id of another',
      'twice.json',
      `{"${hash('sha1', viewer)}":"{a}"}`,
      /two documents have/,
    ],
  ])('%s stops the start, by its name', async (_, name, text, message) => {
    const file = path.join(folder, name);
    if (text !== undefined) await writeFile(file, text);
    await expect(readTrustedDocuments([path.join(folder, 'codegen.json'), file])).rejects.toThrow(
      message,
    );
  });
});
