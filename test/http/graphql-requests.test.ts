import type { InjectOptions } from 'fastify';
import { describe, expect, it } from 'vitest';
import { useWorld } from '../support/use-world.ts';

const world = useWorld();

async function send(options: InjectOptions) {
  const response = await world.app.inject({ url: '/graphql', ...options });
  return { status: response.statusCode, headers: response.headers, text: response.body };
}

/** The errors that a body is answered with. */
async function errorsOf(payload: string, contentType = 'application/json') {
  const headers = { 'content-type': contentType };
  const { status, text } = await send({ method: 'POST', headers, payload });
  return { status, errors: JSON.parse(text).errors };
}

describe('a body of /graphql without a query', () => {
  const expected = {
    status: 400,
    errors: [
      {
        message: 'The body must be a JSON object in which "query" is required.',
        extensions: { code: 'BAD_USER_INPUT' },
      },
    ],
  };

  it.each(['{}', '[]', 'null', '', '"text"', '7', '{"query":null}', '{"variables":{}}'])(
    '%s is told that "query" is required',
    async (payload) => {
      expect(await errorsOf(payload)).toEqual(expected);
    },
  );

  it('and without a media type is told the same', async () => {
    const { status, text } = await send({ method: 'POST' });
    expect({ status, ...JSON.parse(text) }).toEqual(expected);
  });
});

describe('an error of /graphql has a code of the one table', () => {
  it.each<[string, unknown]>([
    ['a subscription', { query: 'subscription { x }' }],
    ['a query that is no text', { query: 1 }],
    ['variables that are no object', { query: '{ __typename }', variables: [] }],
    ['a parameter that is not known', { query: '{ __typename }', other: 1 }],
    ['an operation that is not there', { query: 'query A { __typename }', operationName: 'B' }],
    ['two operations and no name', { query: 'query A { __typename } query B { __typename }' }],
    ['a list of operations', [{ query: '{ __typename }' }]],
  ])('for %s', async (_name, body) => {
    const { errors } = await errorsOf(JSON.stringify(body));
    expect(errors).toHaveLength(1);
    expect(errors[0].extensions.code).toBe('BAD_USER_INPUT');
  });

  it('for a mutation by GET', async () => {
    const query = encodeURIComponent('mutation { __typename }');
    const { status, headers, text } = await send({ url: `/graphql?query=${query}` });
    expect({ status, allow: headers.allow }).toEqual({ status: 405, allow: 'POST' });
    expect(JSON.parse(text).errors[0].extensions.code).toBe('METHOD_NOT_ALLOWED');
  });

  it('for a GET without a query', async () => {
    const { status, text } = await send({ headers: { accept: 'application/json' } });
    expect(status).toBeLessThan(500);
    expect(JSON.parse(text).errors[0].extensions.code).toBe('BAD_USER_INPUT');
  });
});

it.each(['variables={', 'variables=%00', 'extensions={', 'extensions={}&extensions={'])(
  'a query string that is no JSON is refused by name: %s',
  async (parameter) => {
    const url = `/graphql?query={__typename}&${parameter}`;
    const { status, text } = await send({ url, headers: { accept: 'application/json' } });
    const [name = ''] = parameter.split('=');
    expect({ status, ...JSON.parse(text) }).toEqual({
      status: 400,
      errors: [
        {
          message: `The query parameter "${name}" must be a JSON object.`,
          extensions: { code: 'BAD_USER_INPUT' },
        },
      ],
    });
  },
);

it('a response in parts has a length, and is not in chunks as well', async () => {
  const { headers } = await send({
    method: 'POST',
    headers: { accept: 'multipart/mixed' },
    payload: { query: '{ __typename }' },
  });
  expect(headers['content-type']).toContain('multipart/mixed');
  expect(headers['content-length']).toBeDefined();
  expect(headers['transfer-encoding']).toBeUndefined();
});

describe('another method of /graphql', () => {
  it.each(['HEAD', 'PUT', 'PATCH', 'DELETE'] as const)(
    '%s answers 405 and the methods that it takes',
    async (method) => {
      const { status, headers, text } = await send({ method });
      expect({ status, allow: headers.allow }).toEqual({ status: 405, allow: 'GET, POST' });
      expect(JSON.parse(text)).toEqual({
        errors: [
          {
            message: '/graphql takes GET and POST.',
            extensions: { code: 'METHOD_NOT_ALLOWED' },
          },
        ],
      });
    },
  );
});

it('of several mutations, the second of which fails, says that others are done', async () => {
  const { id, admin } = await world.organization();
  const { data, errors } = await admin.graphql(
    `mutation ($id: ID!) {
      first: createTeam(input: { organizationId: $id, title: "First" }) { team { id } }
      second: updateTeam(input: { organizationId: $id, teamId: "team_none", title: "B" }) {
        team { id } } }`,
    { id },
  );
  expect(data).toBeNull();
  expect(errors?.map(({ message, extensions }) => [message, extensions.code])).toEqual([
    [
      'No team with the id "team_none" was found: check the id, and that you have access. Other fields of the operation are done.',
      'NOT_FOUND',
    ],
  ]);
  const { body } = await admin.get(`/v1/orgs/${id}/teams`);
  expect(body.items.map(({ title }: { title: string }) => title)).toEqual(['First']);
});
