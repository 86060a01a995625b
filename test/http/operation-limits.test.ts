import { beforeAll, describe, expect, it } from 'vitest';
import type { Client } from '../support/client.ts';
import { useWorld } from '../support/use-world.ts';

const world = useWorld();
let admin: Client;

beforeAll(async () => {
  ({ admin } = await world.organization());
});

/** A query of lists within lists, each of a hundred. */
const costly = `{ organizations(first: 100) { nodes { spaces(first: 100) { nodes {
  changeRequests(first: 100) { nodes { id subject } } } } } } }`;

/** Sends what must be refused before a statement of it runs. */
async function refusal(body: Record<string, unknown>) {
  let answer: { status: number; text: string } = { status: 0, text: '' };
  const statements = await world.statements(async () => {
    const response = await world.app.inject({
      method: 'POST',
      url: '/graphql',
      headers: { authorization: `Bearer ${admin.token}` },
      payload: body,
    });
    answer = { status: response.statusCode, text: response.body };
  });
  expect(statements.filter((text) => !text.includes('api_tokens'))).toEqual([]);
  const { errors, data } = JSON.parse(answer.text);
  expect(data ?? null).toBeNull();
  return { status: answer.status, code: errors[0].extensions.code, message: errors[0].message };
}

describe('an operation over the limits is refused before anything runs', () => {
  it('by its cost, with the limit and the way out', async () => {
    expect(await refusal({ query: costly })).toEqual({
      status: 400,
      code: 'QUERY_TOO_COMPLEX',
      message: expect.stringMatching(
        /has a cost of \d+, but at most 1000000 is allowed: ask for smaller pages/,
      ),
    });
  });

  it('by its cost, when it asks for all pages or all files of a space again and again', async () => {
    for (const field of ['pageTree', 'fileList', 'pages { pageTree }']) {
      const fields = Array.from({ length: 101 }, (_, n) => `f${n}: content { ${field} }`);
      const query = `{ space(id: "sp_1") { ${fields.join(' ')} } }`;
      expect((await refusal({ query })).code, field).toBe('QUERY_TOO_COMPLEX');
    }
  });

  it('by its cost, when it asks for the schema again and again', async () => {
    const fields = Array.from({ length: 400 }, (_, n) => `f${n}: fields { type { name } }`);
    const query = `{ __schema { types { ${fields.join(' ')} } } }`;
    expect((await refusal({ query })).code).toBe('QUERY_TOO_COMPLEX');
    const again = Array.from({ length: 90 }, (_, n) => `f${n}: fields { name }`);
    expect((await refusal({ query: `{ __schema { types { ${again.join(' ')} } } }` })).code).toBe(
      'QUERY_TOO_COMPLEX',
    );
  });

  it('by its cost, when variables or their defaults carry the sizes', async () => {
    const sized = costly.replaceAll('first: 100', 'first: $n');
    const given = { query: `query ($n: Int!) ${sized}`, variables: { n: 100 } };
    expect((await refusal(given)).code).toBe('QUERY_TOO_COMPLEX');
    expect((await refusal({ query: `query ($n: Int = 100) ${sized}` })).code).toBe(
      'QUERY_TOO_COMPLEX',
    );
  });

  it('by its cost, when a cheap operation stands beside it', async () => {
    const query = `query Cheap { viewer { id } } query Costly ${costly}`;
    expect((await refusal({ query, operationName: 'Costly' })).code).toBe('QUERY_TOO_COMPLEX');
    const data = await world.app.inject({
      method: 'POST',
      url: '/graphql',
      headers: { authorization: `Bearer ${admin.token}` },
      payload: { query, operationName: 'Cheap' },
    });
    expect(data.json()).toEqual({ data: { viewer: { id: admin.userId } } });
  });

  it('by its cost, when many ids multiply it', async () => {
    const ids = Array.from({ length: 100 }, (_, n) => `org_${n}`);
    const query = `query ($ids: [ID!]!) { nodes(ids: $ids) { ... on Organization {
      spaces(first: 100) { nodes { changeRequests(first: 100) { nodes { id } } } } } } }`;
    expect((await refusal({ query, variables: { ids } })).code).toBe('QUERY_TOO_COMPLEX');
  });

  it('by its depth', async () => {
    const opened = 'changeRequest(id: "cr_1") { space { '.repeat(15);
    const query = `{ space(id: "sp_1") { ${opened} id ${'} }'.repeat(15)} } }`;
    const { status, code, message } = await refusal({ query });
    expect({ status, code }).toEqual({ status: 400, code: 'QUERY_TOO_COMPLEX' });
    expect(message).toContain('a depth of 32, but at most 30 is allowed');
  });

  it('by its length', async () => {
    const { code, message } = await refusal({ query: `{ ${'a: __typename '.repeat(4000)} }` });
    expect(code).toBe('BAD_USER_INPUT');
    expect(message).toContain('4000');
  });

  it('by its length, for those without a token only', async () => {
    const fields = Array.from({ length: 400 }, (_, n) => `f${n}: __typename`);
    const query = `{ ${fields.join(' ')} }`;
    const anonymous = () => world.anonymous().graphql(query);
    const refused = { errors: [{ message: expect.stringContaining('1000 tokens') }] };
    expect(await anonymous()).toMatchObject(refused);
    expect((await admin.graphql(query)).errors).toBeUndefined();
    // That somebody else may send it makes it no shorter.
    expect(await anonymous()).toMatchObject(refused);
  });

  it('by the size of a page, on each surface with its limit', async () => {
    const query = '{ organizations(first: 101) { nodes { id } } }';
    expect(await admin.errorCode(query)).toBe('BAD_USER_INPUT');
    expect(await admin.errorCode('{ organizations(last: -1) { nodes { id } } }')).toBe(
      'BAD_USER_INPUT',
    );
    expect((await admin.get('/v1/orgs?limit=1000')).status).toBe(200);
    expect((await admin.get('/v1/orgs?limit=1001')).status).toBe(400);
  });
});
