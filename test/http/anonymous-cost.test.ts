import type { InjectOptions } from 'fastify';
import { beforeAll, describe, expect, it } from 'vitest';
import { longestBlock } from '../support/longest-block.ts';
import { withSlowness } from '../support/machine-speed.ts';
import { useWorld } from '../support/use-world.ts';

/** Maximum CPU time of a request without a token on a calm machine, in milliseconds. */
const CPU_MAX_MS = 20;
/** That of most requests: three times as much as they take fails. */
const USUAL_MAX_MS = 6;

/** Longest CPU time in milliseconds for which one request with a token keeps others waiting. */
const BLOCK_MAX_MS = 300;

/** How often a request is measured; the cheapest one counts, as other processes disturb. */
const ATTEMPTS = 20;

const world = useWorld();
const nodes = 'query ($i: [ID!]!) { nodes(ids: $i) { id } }';
const nulls = (count: number) => Array.from({ length: count }, () => null);
const body = (query: string, variables: unknown, rest: object = {}) =>
  JSON.stringify({ query, variables, ...rest });
const nested = (depth: number) => '['.repeat(depth) + ']'.repeat(depth);
const repeated = (count: number, part: (index: number) => string) =>
  Array.from({ length: count }, (_, index) => part(index)).join(' ');

function post(payload: string, headers: Record<string, string> = {}): InjectOptions {
  const all = { 'content-type': 'application/json', ...headers };
  return { method: 'POST', url: '/graphql', headers: all, payload };
}

async function cpuOf(work: () => Promise<unknown>): Promise<number> {
  const before = process.cpuUsage();
  await work();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1000;
}

beforeAll(async () => {
  // Compiles what every request runs through.
  for (let count = 0; count < 20; count += 1) {
    await world.app.inject(post(body(nodes, { i: nulls(60) })));
  }
});

const spread = (index: number) =>
  `fragment f${index} on Query { ...f${index + 1} ...f${index + 1} }`;

const requests: [string, number, InjectOptions, number?][] = [
  ['5,000 nulls in a variable', 400, post(body(nodes, { i: nulls(5000) }))],
  ['350,000 nulls in a variable', 401, post(body(nodes, { i: nulls(350_000) }))],
  ['690,000 integers in a variable', 401, post(body(nodes, { i: nulls(690_000).map(() => 1) }))],
  ['12,000 integers in a variable', 400, post(body(nodes, { i: nulls(12_000).map(() => 1) }))],
  ['900 nulls in a variable', 400, post(body(nodes, { i: nulls(900) }))],
  ['lists in lists', 400, post(body(nodes, { i: nulls(3000).map(() => [1, [2]]) }))],
  [
    'one giant object',
    400,
    post(body(nodes, { i: Object.fromEntries(nulls(5000).map((_, n) => [`k${n}`, n])) })),
    CPU_MAX_MS,
  ],
  ['many variables', 400, post(body(nodes, Object.fromEntries(nulls(5000).map((_, n) => [n, n]))))],
  ['lists 30,000 deep', 400, post(`{"query":"{__typename}","variables":{"i":${nested(30_000)}}}`)],
  ['large extensions', 400, post(body(nodes, { i: [] }, { extensions: { a: nulls(12_000) } }))],
  ['a list of operations', 400, post(JSON.stringify(nulls(900).map(() => ({ query: nodes }))))],
  [
    'variables in the address',
    400,
    { url: `/graphql?${new URLSearchParams({ query: nodes, variables: body('', nulls(2500)) })}` },
  ],
  [
    'nulls in the document',
    200,
    post(body(`{ nodes(ids: [${repeated(3900, () => 'null')}]) { id } }`, {})),
  ],
  ['one field again and again', 200, post(body(`{ ${repeated(3900, () => '__typename')} }`, {}))],
  ['errors of aliases', 200, post(body(`{ ${repeated(660, (n) => `a${n}: viewer { id }`)} }`, {}))],
  [
    'errors of fewer aliases',
    401,
    post(body(`{ ${repeated(160, (n) => `a${n}: viewer { id }`)} }`, {})),
    CPU_MAX_MS,
  ],
  ['misspelled fields', 200, post(body(`{ ${repeated(900, (n) => `organizaton${n}`)} }`, {}))],
  [
    'misspelled names close to others',
    200,
    post(body(`{ ${repeated(480, (n) => `organizaton${n}`)} }`, {})),
  ],
  [
    'types that are not there',
    200,
    post(body(`query (${repeated(160, (n) => `$v${n}: Foo${n}`)}) { __typename }`, {})),
  ],
  [
    'directives that are not there',
    200,
    post(body(`{ __typename ${repeated(480, (n) => `@d${n}`)} }`, {})),
  ],
  ['one name for many fields', 200, post(body(`{ ${repeated(330, (n) => `a: b${n}`)} }`, {}))],
  [
    'many operations',
    400,
    post(
      body(
        repeated(200, (n) => `query q${n} { __typename }`),
        {},
      ),
    ),
  ],
  ['a huge literal', 401, post(body(`{ node(id: "${'a'.repeat(60_000)}") { id } }`, {}))],
  [
    'the schema again and again',
    400,
    post(body(`{ __schema { types { ${repeated(90, (n) => `a${n}: fields { name }`)} } } }`, {})),
  ],
  [
    'members that are not known',
    400,
    post(
      body('mutation ($i: DeleteSpaceInput!) { deleteSpace(input: $i) { __typename } }', {
        i: Object.fromEntries(nulls(900).map((_, n) => [`k${n}`, 'a'.repeat(50)])),
      }),
    ),
  ],
  [
    'a token that is not known',
    401,
    { url: '/v1/orgs', headers: { authorization: `Bearer dg_${'a'.repeat(15_000)}` } },
  ],
  [
    'many parameters in the address',
    401,
    { url: `/v1/orgs?${repeated(2000, (n) => `a${n}=%41`).replaceAll(' ', '&')}` },
  ],
  ['fragments that double', 200, post(body(`{ ...f0 } ${repeated(90, spread)}`, {}))],
  ['a long Accept', 406, post(body('{ __typename }', {}), { accept: 'a/b;q=0.1,'.repeat(1400) })],
  [
    'a long Accept-Encoding',
    200,
    { url: '/v1/openapi.json', headers: { 'accept-encoding': 'a;q=0.1,'.repeat(1800) } },
  ],
  [
    'blanks in Accept-Encoding',
    200,
    { url: '/v1/openapi.json', headers: { 'accept-encoding': `br${' '.repeat(15_000)}b` } },
  ],
  [
    'a long Content-Type',
    415,
    post('{}', { 'content-type': `application/${'a.'.repeat(7000)} json` }),
  ],
  [
    'blanks in If-None-Match',
    200,
    { url: '/v1/openapi.json', headers: { 'if-none-match': `a${' '.repeat(15_000)}b` } },
  ],
  ['2 MB for /v1', 401, { ...post(JSON.stringify({ title: nulls(390_000) })), url: '/v1/orgs' }],
  [
    '2 MB for a path that is not served',
    401,
    { ...post(JSON.stringify(nulls(390_000))), url: '/none' },
  ],
];

// The collection of the garbage of other tests, by threads of this process, may fall into a run.
const again = { retry: 2 };

describe('a request without a token', again, () => {
  it.each(requests)(
    `with %s costs at most ${CPU_MAX_MS} ms of CPU of a calm machine`,
    async (_name, status, options, cpuMaxMs = USUAL_MAX_MS) => {
      const { result: costs, slowness } = await withSlowness(async () => {
        const each: number[] = [];
        for (let attempt = 0; attempt < ATTEMPTS; attempt += 1) {
          const cost = await cpuOf(async () => {
            expect((await world.app.inject(options)).statusCode).toBe(status);
          });
          each.push(cost);
        }
        return each;
      });
      expect(Math.min(...costs)).toBeLessThan(cpuMaxMs * slowness.cpu);
    },
  );

  it('says how many values it may hold, and that a token allows more', async () => {
    const { errors } = (await world.app.inject(post(body(nodes, { i: nulls(5000) })))).json();
    expect(errors).toEqual([
      {
        message:
          'The request contains more than 1000 values, which needs an API token: send "Authorization: Bearer <token>".',
        extensions: { code: 'QUERY_TOO_COMPLEX' },
      },
    ]);
  });

  it('leaves most of a second to others, sent a hundred times in it', async () => {
    const { result: cost, slowness } = await withSlowness(() =>
      cpuOf(async () => {
        for (let count = 0; count < 50; count += 1) {
          await world.app.inject(post(body(nodes, { i: nulls(5000) })));
          await world.app.inject(post(body(nodes, { i: nulls(900) })));
        }
      }),
    );
    expect(cost).toBeLessThan(500 * slowness.cpu);
  });
});

describe('a request with a token', again, () => {
  const mutation =
    'mutation ($input: DeleteSpaceInput!) { deleteSpace(input: $input) { __typename } }';

  it.each([
    ['members that are not known', nulls(190_000)],
    ['members that hold much', nulls(5).map(() => nulls(35_000).map(() => 'a'.repeat(20)))],
    ['members with long texts', nulls(5).map(() => 'a'.repeat(2_000_000))],
  ])('is told of %s in few words, and soon', async (_name, members) => {
    const { admin } = await world.organization();
    const i = Object.fromEntries(members.map((member, n) => [`k${n}`, member]));
    const { result, blockMs, slowness } = await longestBlock(() =>
      admin.graphql(mutation, { input: i }),
    );
    expect(result.status).toBe(400);
    expect(result.errors?.[0]?.message).toMatch(
      /^Variable "\$input" got invalid value|must have at most/,
    );
    expect(JSON.stringify(result.errors).length).toBeLessThan(20_000);
    expect(blockMs).toBeLessThan(BLOCK_MAX_MS * slowness.cpu);
  });

  it('is told of a literal in few words', async () => {
    const { admin } = await world.organization();
    const literal = `{ node(id: { a: "${'a'.repeat(100_000)}" }) { id } }`;
    expect(JSON.stringify((await admin.graphql(literal)).errors).length).toBeLessThan(3000);
  });

  it.each(['graphql', 'v1'])('is told soon of a list that is too long, by %s', async (surface) => {
    const { id, admin } = await world.organization();
    const { id: spaceId } = await world.space(id);
    const change = { operation: 'insert_page', metadata: { title: 'Page' } };
    const { result, blockMs, slowness } = await longestBlock<unknown>(() =>
      surface === 'v1'
        ? admin.post(`/v1/spaces/${spaceId}/content`, { changes: nulls(30_000).map(() => change) })
        : admin.graphql(
            'mutation ($input: ChangeContentInput!) { changeContent(input: $input) { refs } }',
            {
              input: {
                spaceId,
                changes: nulls(30_000).map(() => ({ insertPage: { metadata: { title: 'Page' } } })),
              },
            },
          ),
    );
    const message = '"changes" must have at most 100 items.';
    expect(result).toMatchObject(
      surface === 'v1'
        ? { status: 400, body: { error: { message } } }
        : { status: 400, errors: [{ message }] },
    );
    expect(blockMs).toBeLessThan(BLOCK_MAX_MS * slowness.cpu);
  });

  it('holds at most 200,000 values, and nests at most 500 deep, on both surfaces', async () => {
    const { id, admin } = await world.organization();
    const many = await admin.patch(`/v1/orgs/${id}`, { title: nulls(200_001) });
    const message = 'The body contains more than 200000 values: send fewer at once.';
    expect(many).toMatchObject({ status: 413, body: { error: { message } } });
    expect(await admin.graphql(nodes, { i: nulls(200_001) })).toMatchObject({
      ...{ status: 413, errors: [{ message, extensions: { code: 'PAYLOAD_TOO_LARGE' } }] },
    });
    const deep = await admin.patch(`/v1/orgs/${id}`, { title: JSON.parse(nested(600)) });
    expect(deep).toMatchObject({
      status: 400,
      body: { error: { message: expect.stringContaining('601 deep') } },
    });
    expect(await admin.graphql(nodes, { i: nulls(150_000) })).toMatchObject({
      ...{ status: 400, errors: [{ message: '"i" must have at most 1000 items.' }] },
    });
  });

  it('is counted by what is in lists and objects, not by what texts look like', async () => {
    const { id, admin } = await world.organization();
    const title = '"[,{\\'.repeat(10);
    expect(await admin.patch(`/v1/orgs/${id}`, { title })).toMatchObject({ body: { title } });
  });
});
