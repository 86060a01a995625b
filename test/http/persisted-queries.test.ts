import { createHash } from 'node:crypto';
import { ApolloClient, ApolloLink, gql, HttpLink, InMemoryCache } from '@apollo/client';
import { PersistedQueryLink } from '@apollo/client/link/persisted-queries';
import { beforeAll, describe, expect, it } from 'vitest';
import { listen } from '../support/listen.ts';
import { useOrganization, useWorld } from '../support/use-world.ts';

const world = useWorld();
const organization = useOrganization(world);
let url: string;

const sha256 = (text: string) => createHash('sha256').update(text).digest('hex');

beforeAll(async () => {
  await world.space(organization.id, { title: 'Guides' });
  url = `${await listen(world.app)}/graphql`;
});

/** What a client sent: the method, and whether the text was part of it. */
interface Sent {
  method: string;
  hasText: boolean;
}

/** Returns an Apollo Client that sends hashes, and records its requests. */
function apollo(sent: Sent[], { get = false } = {}): ApolloClient {
  const record: typeof fetch = async (input, init) => {
    const request = new Request(input, init);
    const parameters = request.url + (await request.clone().text());
    sent.push({ method: request.method, hasText: /[?&"]query[=":]/.test(parameters) });
    return fetch(request);
  };
  return new ApolloClient({
    cache: new InMemoryCache(),
    link: ApolloLink.from([
      new PersistedQueryLink({ sha256, useGETForHashedQueries: get }),
      new HttpLink({
        uri: url,
        fetch: record,
        headers: { authorization: `Bearer ${organization.admin.token}` },
      }),
    ]),
  });
}

const send = (body: unknown, token: string | undefined = organization.admin.token) =>
  world.app.inject({
    ...{ url: '/graphql', method: 'POST', payload: body as object },
    headers: token === undefined ? {} : { authorization: `Bearer ${token}` },
  });

const persisted = (sha256Hash: unknown, version: unknown = 1) => ({
  extensions: { persistedQuery: { version, sha256Hash } },
});

describe('Apollo Client with persisted queries', () => {
  it.each([
    ['POST', false],
    ['GET', true],
  ] as const)('sends the text once, then its hash by %s', async (method, get) => {
    const query = gql`query By${method} { organizations { nodes { id spaces { nodes { title } } } } }`;
    const sent: Sent[] = [];
    const read = async () => (await apollo(sent, { get }).query({ query })).data;
    const first = await read();
    expect(first).toMatchObject({ organizations: { nodes: [{ spaces: { nodes: [{}] } }] } });
    expect(sent.map(({ hasText }) => hasText)).toEqual([false, true]);
    sent.length = 0;
    expect(await read()).toEqual(first);
    expect(sent).toEqual([{ method, hasText: false }]);
  });

  it('sends mutations, too', async () => {
    const mutation = gql`
      mutation ($input: CreateSpaceInput!) {
        createSpace(input: $input) {
          space {
            title
          }
        }
      }
    `;
    const sent: Sent[] = [];
    for (const title of ['One', 'Two']) {
      const variables = { input: { organizationId: organization.id, title } };
      const { data } = await apollo(sent).mutate({ mutation, variables });
      expect(data).toMatchObject({ createSpace: { space: { title } } });
    }
    expect(sent.map(({ hasText }) => hasText)).toEqual([false, true, false]);
  });
});

describe('a hash', () => {
  it('that is unknown is answered as clients expect it', async () => {
    for (const accept of ['application/json', 'application/graphql-response+json']) {
      const { body } = await world.app.inject({
        ...{ url: '/graphql', method: 'POST', payload: persisted(sha256('{ unknown }')) },
        headers: { accept },
      });
      expect(JSON.parse(body)).toEqual({
        errors: [
          { message: 'PersistedQueryNotFound', extensions: { code: 'PERSISTED_QUERY_NOT_FOUND' } },
        ],
      });
    }
  });

  it('runs the planned statement of its text', async () => {
    const query = '{ organizations { nodes { title } } }';
    const body = persisted(sha256(query));
    const text = await world.plannedStatements(() => send({ query }));
    expect(text).toHaveLength(1);
    expect(await world.statements(() => send(body))).toEqual(text);
    expect((await send(body)).body).toBe((await send({ query })).body);
  });

  it('needs no token: the text decides what one is needed for', async () => {
    const body = persisted(sha256('{ __typename }'));
    await send({ query: '{ __typename }', ...body }, undefined);
    expect((await send(body, undefined)).json()).toEqual({ data: { __typename: 'Query' } });
  });

  it.each([
    [
      'of another text',
      { query: '{ a }', ...persisted(sha256('{ b }')) },
      /sha256Hash" must be the/,
    ],
    ['that is none', persisted('abc'), /persistedQuery.sha256Hash" must be a SHA-256/],
    ['of another version', persisted(sha256('{ a }'), 2), /persistedQuery.version" must be 1/],
    ['in no object', { extensions: { persistedQuery: true } }, /persistedQuery.version" must be 1/],
  ])('%s is refused by the name of its field', async (_name, body, message) => {
    const { errors } = (await send(body)).json();
    expect(errors).toMatchObject([{ extensions: { code: 'BAD_USER_INPUT' } }]);
    expect(errors[0].message).toMatch(message);
  });

  it('is forgotten with its text, so that memory is bounded', async () => {
    const large = (name: string) =>
      `{ ${Array.from({ length: 1250 }, (_, index) => `${name}${index}: __typename`).join(' ')} }`;
    const isKnown = async (text: string) =>
      !(await send(persisted(sha256(text)))).body.includes('PersistedQueryNotFound');
    await send({ query: large('first') });
    expect(await isKnown(large('first'))).toBe(true);
    for (let count = 0; count < 20; count += 1) await send({ query: large(`other${count}_`) });
    expect(await isKnown(large('other19_'))).toBe(true);
    expect(await isKnown(large('first'))).toBe(false);
  });
});
