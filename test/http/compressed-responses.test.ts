import { once } from 'node:events';
import { request } from 'node:http';
import { buffer } from 'node:stream/consumers';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { beforeAll, describe, expect, it } from 'vitest';
import type { Client } from '../support/client.ts';
import { writeFiles } from '../support/content.ts';
import { listen } from '../support/listen.ts';
import { addProvider, begin, deliver, respond } from '../support/saml-login.ts';
import { useOrganization, useWorld } from '../support/use-world.ts';
import { baseUrl } from '../support/world.ts';

const world = useWorld();
const organization = useOrganization(world);
let admin: Client;
let list: string;
let largeQuery: string;

beforeAll(async () => {
  ({ admin } = organization);
  list = `/v1/orgs/${organization.id}/spaces`;
  for (let count = 0; count < 6; count += 1) await admin.post(list, { title: `Space ${count}` });
  largeQuery = '{ __schema { types { name description } } }';
});

interface Answer {
  status: number;
  headers: Record<string, unknown>;
  bytes: Buffer;
}

async function send(
  url: string,
  acceptEncoding?: string,
  options: { method?: 'GET' | 'HEAD'; query?: string; headers?: Record<string, string> } = {},
): Promise<Answer> {
  const { statusCode, headers, rawPayload } = await world.app.inject({
    url,
    method: options.query === undefined ? (options.method ?? 'GET') : 'POST',
    headers: {
      authorization: `Bearer ${admin.token}`,
      ...(acceptEncoding !== undefined && { 'accept-encoding': acceptEncoding }),
      ...options.headers,
    },
    ...(options.query !== undefined && { payload: { query: options.query } }),
  });
  return { status: statusCode, headers, bytes: rawPayload };
}

function decoded({ headers, bytes }: Answer): string {
  switch (headers['content-encoding']) {
    case 'br':
      return brotliDecompressSync(bytes).toString();
    case 'gzip':
      return gunzipSync(bytes).toString();
    default:
      return bytes.toString();
  }
}

/** Returns the address of the first asset of a page whose name ends so. */
async function assetOf(page: string, name: string): Promise<string> {
  const { body } = await world.app.inject({ url: page, headers: { accept: 'text/html' } });
  return new RegExp(`/assets/\\w+/${name}`).exec(body)?.[0] ?? '';
}

const large: [string, () => Promise<string> | string, string?][] = [
  ['a list of /v1', () => list],
  ['/graphql', () => '/graphql', 'graphql'],
  ['/v1/openapi.json', () => '/v1/openapi.json'],
  ['the script of the REST reference', () => assetOf('/v1/docs', 'standalone.js')],
  ['the script of GraphiQL', () => assetOf('/graphql', 'graphiql.min.js')],
  ['the home page', () => '/'],
];

describe.each(large)('%s', (_name, urlOf, surface) => {
  const ask = async (acceptEncoding?: string) =>
    send(await urlOf(), acceptEncoding, surface === undefined ? {} : { query: largeQuery });

  it('is sent in the coding that the client prefers, and says how long it is', async () => {
    const plain = await ask();
    expect(plain).toMatchObject({ status: 200 });
    expect(plain.headers).not.toHaveProperty('content-encoding');
    expect(plain.headers['vary']).toMatch(/(?:^|, )accept-encoding$/);
    for (const coding of ['br', 'gzip']) {
      const answer = await ask(coding);
      expect(answer.headers['content-encoding']).toBe(coding);
      expect(answer.headers['vary']).toBe(plain.headers['vary']);
      expect(answer.headers['content-length']).toBe(String(answer.bytes.length));
      expect(answer.headers['content-type']).toBe(plain.headers['content-type']);
      expect(answer.bytes.length).toBeLessThan(plain.bytes.length * 0.6);
      expect(decoded(answer)).toBe(plain.bytes.toString());
    }
  });
});

describe('Accept-Encoding', () => {
  it.each([
    ['gzip, deflate, br, zstd', 'br'],
    ['gzip;q=1.0, br;q=0.5', 'gzip'],
    ['br;q=0, *', 'gzip'],
    ['gzip;q=0, *', 'br'],
    ['*', 'br'],
    ['BR', 'br'],
    ['gzip;q=0.2', 'gzip'],
    ['identity, gzip;q=0.5', undefined],
    ['identity', undefined],
    ['*;q=0', undefined],
    ['gzip;q=0', undefined],
    ['zstd, x-unknown', undefined],
    ['', undefined],
    [' , ;q=1, =;,"', undefined],
    ['br;q=high', undefined],
  ])('"%s" gets %s', async (acceptEncoding, coding) => {
    const answer = await send('/v1/openapi.json', acceptEncoding);
    expect(answer.status).toBe(200);
    expect(answer.headers['content-encoding']).toBe(coding);
    expect(JSON.parse(decoded(answer))).toHaveProperty('openapi');
  });
});

describe('a response', () => {
  it('below a kilobyte is sent as it is, and so is none', async () => {
    const small = await send('/health', 'br');
    expect(small.headers).not.toHaveProperty('content-encoding');
    expect(small.headers['vary']).toBe('accept-encoding');
    const answer = await send('/graphql', 'br', { query: '{ __typename }' });
    expect(answer.headers).not.toHaveProperty('content-encoding');
    const { id } = (await admin.post(list, { title: 'Gone' })).body;
    const { statusCode, headers, body } = await world.app.inject({
      method: 'DELETE',
      url: `/v1/spaces/${id}`,
      headers: { authorization: `Bearer ${admin.token}`, 'accept-encoding': 'br' },
    });
    expect({ statusCode, body }).toEqual({ statusCode: 204, body: '' });
    expect(headers).not.toHaveProperty('content-encoding');
  });

  it('has one weak tag in all codings, by which a client keeps any of them', async () => {
    const tags = new Set<unknown>();
    for (const coding of ['br', 'gzip', 'identity']) {
      tags.add((await send(list, coding)).headers['etag']);
    }
    const [tag] = [...tags];
    expect(tags.size).toBe(1);
    expect(tag).toMatch(/^W\//);
    const known = await send(list, 'br', { headers: { 'if-none-match': String(tag) } });
    expect({ status: known.status, length: known.bytes.length }).toEqual({
      status: 304,
      length: 0,
    });
    expect(known.headers).not.toHaveProperty('content-encoding');
    expect(known.headers).toMatchObject({ etag: tag, vary: 'accept-encoding' });
  });

  it.each(['br', 'gzip', 'identity'])('to HEAD has the headers of GET, in %s', async (coding) => {
    for (const url of [list, '/v1/openapi.json']) {
      const head = await send(url, coding, { method: 'HEAD' });
      const get = await send(url, coding);
      expect(head.bytes).toHaveLength(0);
      for (const name of ['content-encoding', 'content-length', 'vary', 'etag', 'content-type']) {
        expect({ name, value: head.headers[name] }).toEqual({ name, value: get.headers[name] });
      }
    }
  });

  it('to a refused request is compressed like any other', async () => {
    const query = `{ ${'unknownFieldWithALongName '.repeat(40)} }`;
    const refused = await send('/graphql', 'gzip', { query });
    expect(refused.headers['content-encoding']).toBe('gzip');
    expect(JSON.parse(decoded(refused))).toHaveProperty('errors');
  });

  it('says all that /graphql varies by', async () => {
    const { headers } = await send('/graphql', 'br', { query: largeQuery });
    expect(headers['vary']).toBe('accept, accept-encoding');
  });
});

describe('a download', () => {
  it('is compressed if it is text, and sent as it is if it is an image or an archive', async () => {
    const { id: spaceId } = await world.space(organization.id);
    const text = 'a line of text\n'.repeat(200);
    const ids = await writeFiles(world, spaceId, [
      { name: 'notes.txt', text },
      { name: 'drawing.svg', contentType: 'image/svg+xml', text },
      { name: 'logo.png', contentType: 'image/png', text },
      { name: 'all.zip', contentType: 'application/zip', text },
      { name: 'report.pdf', contentType: 'application/pdf', text },
    ]);
    const codings = new Map<string, unknown>();
    for (const [name, id] of Object.entries(ids)) {
      const { body } = await admin.get(`/v1/spaces/${spaceId}/content/files/${id}`);
      const url = String(body.downloadURL).slice(baseUrl.length);
      const answer = await send(url, 'br, gzip');
      codings.set(name, answer.headers['content-encoding']);
      expect(decoded(answer)).toBe(text);
      expect(answer.headers['etag']).toMatch(/^W\/"/);
    }
    expect(Object.fromEntries(codings)).toEqual({
      ...{ 'notes.txt': 'br', 'drawing.svg': 'br' },
      ...{ 'logo.png': undefined, 'all.zip': undefined, 'report.pdf': undefined },
    });
  });
});

describe('the page that shows the token of a login', () => {
  it('is not compressed: a cookie identifies who asks for it', async () => {
    const provider = await addProvider(world, organization.id);
    const begun = await begin(world, provider);
    const { headers } = await deliver(world, provider, respond(begun, provider));
    const page = await send(String(headers.location).slice(baseUrl.length), 'br', {
      headers: { cookie: begun.cookie },
    });
    expect(page.bytes.toString()).toContain('id="value"');
    expect(page.bytes.length).toBeGreaterThan(1024);
    expect(page.headers).not.toHaveProperty('content-encoding');
  });
});

describe('a client on a connection', () => {
  it('is sent the bytes that were announced, one response after the other', async () => {
    const base = await listen(world.app);
    const plain = await send('/graphql', undefined, { query: largeQuery });
    for (const coding of ['br', 'gzip', 'identity']) {
      const sent = request(`${base}/graphql`, {
        method: 'POST',
        headers: {
          authorization: `Bearer ${admin.token}`,
          'content-type': 'application/json',
          'accept-encoding': coding,
        },
      });
      sent.end(JSON.stringify({ query: largeQuery }));
      const [message] = await once(sent, 'response');
      const bytes = await buffer(message);
      expect(message.headers['content-encoding']).toBe(coding === 'identity' ? undefined : coding);
      expect(message.headers['content-length']).toBe(String(bytes.length));
      const answer = { status: message.statusCode, headers: message.headers, bytes };
      expect(decoded(answer)).toBe(plain.bytes.toString());
    }
    const fetched = await fetch(`${base}/v1/openapi.json`);
    expect(fetched.headers.get('content-encoding')).toMatch(/^(?:br|gzip)$/);
    expect(await fetched.json()).toHaveProperty('openapi');
  });
});
