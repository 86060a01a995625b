import fc from 'fast-check';
import type { InjectOptions } from 'fastify';
import { beforeAll, describe, expect, it } from 'vitest';
import { useWorld } from '../support/use-world.ts';
import { lawCount } from '../support/law-count.ts';

const world = useWorld();
let organizationId: string;
let token: string;

beforeAll(async () => {
  const organization = await world.organization();
  organizationId = organization.id;
  token = organization.admin.token ?? '';
});

async function send(options: InjectOptions) {
  const response = await world.app.inject({
    ...options,
    headers: { authorization: `Bearer ${token}`, ...options.headers },
  });
  return { status: response.statusCode, text: response.body };
}

/** An answer that a client can live with: the error shape, and no fault of the server. */
function expectDecentAnswer({ status, text }: { status: number; text: string }, sent: string) {
  expect(status, `${sent} answered ${text}`).toBeLessThan(500);
  if (status < 400) return;
  expect(JSON.parse(text), sent).toEqual({ error: { code: status, message: expect.any(String) } });
}

const hostileText = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 40 }),
  fc.constantFrom(
    '\u0000',
    'a\u0000b',
    '\ud800',
    '\udfff\ud800',
    "'; DROP TABLE users; --",
    '../..',
  ),
  fc.constantFrom('__proto__', 'constructor', 'null', 'undefined', '-1', '1e999', '99999999999'),
);

const hostileEncoding = fc.oneof(
  hostileText.map((text) => encodeURIComponent(Buffer.from(text).toString())),
  fc.constantFrom('%00', '%ff', '%', '%zz', '%c0%80', '%ed%a0%80', '%2f', '%2e%2e', '%u0041'),
  fc.stringMatching(/^[\w.~!$&'()*+,;=:@%-]{1,60}$/),
  fc.constant('x'.repeat(3000)),
);

const path = fc.oneof(
  hostileEncoding.map((part) => `/v1/orgs/${part}`),
  hostileEncoding.map((part) => `/v1/spaces/${part}/change-requests/${part}`),
  hostileEncoding.map((part) => `/v1/spaces/sp_x/content/path/${part}`),
  fc.array(hostileEncoding, { maxLength: 5 }).map((parts) => `/v1/${parts.join('/')}`),
);

const query = fc
  .array(
    fc.tuple(fc.oneof(fc.constantFrom('limit', 'page', 'order'), hostileEncoding), hostileEncoding),
    {
      maxLength: 3,
    },
  )
  .map((pairs) => pairs.map(([name, value]) => `${name}=${value}`).join('&'));

const method = fc.constantFrom('GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS');

describe('whatever is sent to /v1', () => {
  it('paths and queries are answered in the shape of the interface', async () => {
    await fc.assert(
      fc.asyncProperty(method, path, query, async (anyMethod, anyPath, anyQuery) => {
        const url = `${anyPath}?${anyQuery}`;
        const answer = await send({ method: anyMethod, url });
        if (anyMethod === 'HEAD') expect(answer.status, url).toBeLessThan(500);
        else if (anyMethod !== 'OPTIONS') expectDecentAnswer(answer, `${anyMethod} ${url}`);
      }),
      { numRuns: lawCount(300) },
    );
  });

  it('bodies are answered in the shape of the interface', async () => {
    const { value } = fc.letrec((tie) => ({
      value: fc.oneof(
        { maxDepth: 3 },
        hostileText,
        fc.constantFrom<unknown>(null, true, 0, -1, 1.5, 1e300),
        fc.array(tie('value'), { maxLength: 3 }),
        fc.dictionary(hostileText, tie('value'), { maxKeys: 3 }),
      ),
    }));
    const fields = [
      'title',
      'emailDomains',
      'hostname',
      'defaultRole',
      'defaultContent',
      'logo',
      'ai',
    ];
    const body = fc.oneof(fc.dictionary(fc.constantFrom(...fields), value, { maxKeys: 4 }), value);
    await fc.assert(
      fc.asyncProperty(body, async (anyBody) => {
        const payload = JSON.stringify(anyBody);
        const answer = await send({
          method: 'PATCH',
          url: `/v1/orgs/${organizationId}`,
          headers: { 'content-type': 'application/json' },
          payload,
        });
        expectDecentAnswer(answer, payload);
      }),
      { numRuns: lawCount(300) },
    );
  });

  it('headers are answered in the shape of the interface', async () => {
    const value = fc.stringMatching(/^[\x20-\x7e]{0,60}$/);
    const names = [
      'authorization',
      'if-none-match',
      'content-type',
      'accept',
      'x-request-id',
      'range',
    ];
    await fc.assert(
      fc.asyncProperty(
        fc.dictionary(fc.constantFrom(...names), value, { minKeys: 1 }),
        async (headers) => {
          const answer = await send({
            method: 'PATCH',
            url: `/v1/orgs/${organizationId}`,
            headers,
            payload: '{"title":"Any"}',
          });
          expectDecentAnswer(answer, JSON.stringify(headers));
        },
      ),
      { numRuns: lawCount(200) },
    );
  });
});

describe('half of a surrogate pair, which is no character', () => {
  const refused = (name: string) =>
    `"${name}" has half of a surrogate pair, which is not a character.`;

  it.each([
    ['title', { title: 'a\ud800b' }],
    ['title', { title: '\udc00' }],
  ])('is refused by the name of the field, %s, on both surfaces', async (name, fields) => {
    const { admin, id } = await world.organization();
    const { status, body } = await admin.patch(`/v1/orgs/${id}`, fields);
    expect({ status, body }).toEqual({
      status: 400,
      body: { error: { code: 400, message: refused(name) } },
    });
    const { errors } = await admin.graphql(
      'mutation ($input: UpdateOrganizationInput!) { updateOrganization(input: $input) { organization { id } } }',
      { input: { organizationId: id, ...fields } },
    );
    expect(errors).toEqual([
      {
        message: refused(name),
        extensions: { code: 'BAD_USER_INPUT', inputPath: ['input', name] },
      },
    ]);
  });

  it('is refused in a list, in a name and however deep it lies', async () => {
    const levels = 400;
    const variables: [json: string, name: string][] = [
      ['{"ids":["a","\\udfff"]}', 'ids.1'],
      ['{"schema":{"\\ud800":1}}', 'schema.\ufffd'],
      ['{"schema":{"\\ud800":"text"}}', 'schema.\ufffd'],
      [`${'{"x":'.repeat(levels)}"\\ud800"${'}'.repeat(levels)}`, 'x.'.repeat(20).slice(0, -1)],
    ];
    for (const [json, name] of variables) {
      const { text } = await send({
        method: 'POST',
        url: '/graphql',
        headers: { 'content-type': 'application/json' },
        payload: `{"query":"{ __typename }","variables":${json}}`,
      });
      expect(JSON.parse(text).errors[0].message).toBe(refused(name));
    }
  });

  it('is no part of a document', async () => {
    const { admin } = await world.organization();
    for (const text of ['\ud800', '\\ud800']) {
      const document = `{ organization(id: "${text}") { id } }`;
      expect(await admin.errorCode(document)).toBe('BAD_USER_INPUT');
    }
  });

  it('is not taken for another character in a query string or a body of bytes', async () => {
    const url = `/v1/orgs/${organizationId}/members?search=`;
    const message = 'The query parameter "search" is not percent-encoded UTF-8.';
    for (const encoded of ['%ed%a0%80', '%ff', '%']) {
      const { status, text } = await send({ method: 'GET', url: url + encoded });
      expect({ status, ...JSON.parse(text) }).toEqual({
        status: 400,
        error: { code: 400, message },
      });
    }
    const payload = Buffer.from([...Buffer.from('{"title":"'), 0xff, ...Buffer.from('"}')]);
    const { status, text } = await send({
      method: 'PATCH',
      url: `/v1/orgs/${organizationId}`,
      headers: { 'content-type': 'application/json' },
      payload,
    });
    expect({ status, ...JSON.parse(text) }).toEqual({
      status: 400,
      error: { code: 400, message: 'The body is invalid UTF-8.' },
    });
  });

  it('is left in pairs', async () => {
    const { admin, id } = await world.organization();
    const { status, body } = await admin.patch(`/v1/orgs/${id}`, { title: 'Rocket 🚀' });
    expect({ status, title: body.title }).toEqual({ status: 200, title: 'Rocket 🚀' });
  });
});

describe('the character U+0000, which the database cannot hold', () => {
  it('is refused by name in what would be stored', async () => {
    const { admin } = await world.organization();
    const { status, body } = await admin.patch(`/v1/orgs/${organizationId}`, { title: 'a\u0000b' });
    expect({ status, body }).toEqual({
      status: 400,
      body: { error: { code: 400, message: '"title" must not contain the character U+0000.' } },
    });
  });

  const refused = (name: string) => `"${name}" must not contain the character U+0000.`;

  it.each([
    ['/v1/orgs/org_%00', 'organizationId'],
    ['/v1/spaces/sp_x/content/path/a%00b', 'pagePath'],
    ['/v1/orgs?page=%00', 'page'],
    ['/content/openapi/a%00/b.json', 'specId'],
  ])('is refused by name in a path and in a query: %s', async (url, name) => {
    const { status, text } = await send({ method: 'GET', url });
    expect({ status, ...JSON.parse(text) }).toEqual({
      ...{ status: 400, error: { code: 400, message: refused(name) } },
    });
  });

  it('is refused by name in variables and in documents, in names and however deep', async () => {
    const { admin } = await world.organization();
    const byId = 'query ($id: ID!) { organization(id: $id) { id } }';
    const update =
      'mutation ($input: UpdateOrganizationInput!) { updateOrganization(input: $input) { organization { id } } }';
    const operations: [string, object | undefined, string][] = [
      [byId, { id: 'org_\0' }, 'id'],
      [update, { input: { organizationId, title: 'a\0b' } }, 'title'],
      [update, { input: { organizationId, emailDomains: ['a', '\0'] } }, 'emailDomains.1'],
      ['{ __typename }', { claims: { 'a\0': 1 } }, 'claims.a\uFFFD'],
      ['{ __typename }', { claims: { 'a\0': 'text' } }, 'claims.a\uFFFD'],
      [
        'query ($id: ID! = "org_\\u0000") { organization(id: $id) { id } }',
        ...([undefined, 'id'] as const),
      ],
      ['{ organization(id: "org_\\u0000") { id } }', undefined, 'id'],
      [
        'mutation { updateOrganization(input: { organizationId: "x", title: "\\u0000" }) { organization { id } } }',
        ...([undefined, 'title'] as const),
      ],
    ];
    for (const [document, variables, name] of operations) {
      for (const _again of [1, 2]) {
        const { errors } = await admin.graphql(document, variables as Record<string, unknown>);
        expect(errors).toMatchObject([
          { message: refused(name), extensions: { code: 'BAD_USER_INPUT' } },
        ]);
      }
    }
  });
});
