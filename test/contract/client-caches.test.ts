import { ApolloClient, ApolloLink, InMemoryCache, Observable } from '@apollo/client';
import { Client as UrqlClient, fetchExchange } from '@urql/core';
import { cacheExchange, type CacheExchangeOpts } from '@urql/exchange-graphcache';
import { introspectionFromSchema, isAbstractType, isObjectType, parse, print } from 'graphql';
import {
  createOperationDescriptor,
  Environment,
  fetchQuery,
  getRequest,
  Network,
  RecordSource,
  Store,
} from 'relay-runtime';
import { beforeAll, describe, expect, it, vi } from 'vitest';
import { schema } from '../../src/schema.ts';
import type { Client } from '../support/client.ts';
import { createChangeRequest, makeChanges } from '../support/content-changes.ts';
import { writeFiles, writePages, writeReusableContents } from '../support/content.ts';
import { compileForRelay } from '../support/relay-artifacts.ts';
import { useWorld } from '../support/use-world.ts';

type Data = Record<string, unknown>;

const CONTENTS = `
  id files(first: 5) { nodes { id fileId name } }
  page(id: $page) { __typename id pageId title ... on DocumentPage { markdown } }`;

/** Queries that show several states of the same content, as apps write them. */
const queries = {
  Comparison: `($space: ID!, $from: ID!, $to: ID!) {
    space(id: $space) { id changes(from: { revision: $from }, to: { revision: $to }) {
      nodes { __typename type
        ... on PageEdited {
          page { pageId title } before { __typename id title } after { __typename id title } }
        ... on FileEdited { file { id name } before { id name } after { id name } }
        ... on ReusableContentEdited { before { id title } after { id title } } } } } }`,
  Proposal: `($space: ID!, $changeRequest: ID!, $page: ID!) {
    space(id: $space) { id title
      content { id page(id: $page) { __typename id title path } }
      changeRequest(id: $changeRequest) { id content { id
        page(id: $page) { __typename id title path }
        pages { __typename id title pages { __typename id title } } } } } }`,
  History: `($space: ID!, $from: ID!, $page: ID!) {
    space(id: $space) { id
      now: content { ${CONTENTS} }
      then: content(at: { revision: $from }) { ${CONTENTS} }
      revisions(first: 5) { nodes { id page(id: $page) { __typename id title } } } } }`,
  Search: `($space: ID!) {
    space(id: $space) { id
      one: search(query: "welcome") { nodes { pageId title sections { title body } page { __typename id title } } }
      two: search(query: "hello") { nodes { pageId title sections { title body } page { __typename id title } } } } }`,
};

type Name = keyof typeof queries;
const names = Object.keys(queries) as Name[];

/** The query as a client without a compiler sends it. */
const documentOf = (name: Name) => parse(`query ${name}${queries[name]}`);

const world = useWorld();
let editor: Client;
let all: Record<string, string>;

/** What a query needs of the variables. */
const variablesOf = (name: Name) =>
  Object.fromEntries(Object.entries(all).filter(([key]) => queries[name].includes(`$${key}:`)));

beforeAll(async () => {
  const { id: organizationId, admin } = await world.organization();
  editor = admin;
  const { id } = await world.space(organizationId);
  const space = `/v1/spaces/${id}`;
  const { ids } = await writePages(world, id, [
    { title: 'Welcome', markdown: '# Hello\n\nWelcome, and hello.\n' },
  ]);
  await writeFiles(world, id, [{ name: 'a.txt', text: 'A' }]);
  await writeReusableContents(world, id, [{ title: 'Note', markdown: 'Mind.\n' }]);
  const { body: before } = await editor.get(`${space}/content`);
  const rename = (title: string) => ({
    operation: 'update_page',
    page: ids['Welcome'],
    metadata: { title },
  });
  const to = await makeChanges(editor, space, [
    rename('Renamed'),
    { operation: 'update_file', file: before.files[0].id, name: 'b.txt' },
    {
      operation: 'update_reusable_content',
      reusableContent: before.reusableContents[0].id,
      title: 'Other',
    },
  ]);
  const { id: changeRequest, path } = await createChangeRequest(editor, space);
  await makeChanges(editor, path, [rename('Proposed')]);
  all = { space: id, from: before.id, to, changeRequest, page: ids['Welcome'] ?? '' };
});

/** Answers an operation of a client, and keeps the data as it was sent. */
async function answer(query: string, variables: Data): Promise<{ data: Data }> {
  return { data: await editor.query<Data>(query, variables) };
}

/** Expects that what a client shows is what was sent, but for what it asked for beside. */
function expectSame(shown: unknown, sent: unknown): void {
  expect(shown).not.toBeNull();
  expect(sent).toMatchObject(shown as Data);
}

describe.each(names)('%s, kept by', (name) => {
  it('Apollo Client, is shown as it was sent', async () => {
    let sent: Data = {};
    const possibleTypes = Object.fromEntries(
      Object.values(schema.getTypeMap())
        .filter((type) => isAbstractType(type))
        .map((type) => [type.name, schema.getPossibleTypes(type).map((one) => one.name)]),
    );
    const link = new ApolloLink(
      ({ query, variables }) =>
        new Observable((observer) => {
          const send = async () => {
            const result = await answer(print(query), variables);
            sent = result.data;
            observer.next(result);
            observer.complete();
          };
          send().catch((error: unknown) => observer.error(error));
        }),
    );
    const client = new ApolloClient({ cache: new InMemoryCache({ possibleTypes }), link });
    const query = documentOf(name);
    const variables = variablesOf(name);
    const { data } = await client.query({ query, variables });
    expect(data).toEqual(sent);
    expect(client.readQuery({ query, variables })).toEqual(sent);
  });

  it('urql, is shown as it was sent', async () => {
    const warnings: string[] = [];
    let sent: Data = {};
    const client = new UrqlClient({
      url: 'https://docs.example.com/graphql',
      preferGetMethod: false,
      exchanges: [
        cacheExchange({
          schema: introspectionFromSchema(schema) as NonNullable<CacheExchangeOpts['schema']>,
          keys: Object.fromEntries(withoutId().map((type) => [type, () => null])),
          logger: (_severity, message) => warnings.push(message),
        }),
        fetchExchange,
      ],
      fetch: async (_url, init) => {
        const body = JSON.parse(init?.body as string) as { query: string; variables: Data };
        const result = await answer(body.query, body.variables);
        sent = result.data;
        return new Response(JSON.stringify(result), {
          headers: { 'content-type': 'application/json' },
        });
      },
    });
    const variables = variablesOf(name);
    const { data } = await client.query<Data>(documentOf(name), variables).toPromise();
    expectSame(data, sent);
    expectSame(client.readQuery<Data>(documentOf(name), variables)?.data, sent);
    expect(warnings).toEqual([]);
  });
});

/** Types without an id, which are part of what they are read from. */
function withoutId(): string[] {
  return Object.values(schema.getTypeMap())
    .filter((type) => isObjectType(type) && !('id' in type.getFields()))
    .map(({ name }) => name);
}

describe('Relay', () => {
  it('shows every query as it was sent, and warns of none', async () => {
    const problems = vi.spyOn(console, 'error');
    const requests = await compileForRelay(schema, queries);
    for (const name of names) {
      let sent: Data = {};
      const network = Network.create(async ({ text }, variables) => {
        const result = await answer(text ?? '', variables);
        sent = result.data;
        return result;
      });
      const environment = new Environment({ network, store: new Store(new RecordSource()) });
      await fetchQuery(environment, requests[name], variablesOf(name)).toPromise();
      const operation = createOperationDescriptor(getRequest(requests[name]), variablesOf(name));
      const { data, isMissingData } = environment.lookup(operation.fragment);
      expect({ name, isMissingData }).toEqual({ name, isMissingData: false });
      expectSame(data, sent);
    }
    expect(problems).not.toHaveBeenCalled();
  });
});
