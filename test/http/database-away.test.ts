import { createServer, type AddressInfo } from 'node:net';
import type { FastifyInstance } from 'fastify';
import pg from 'pg';
import { pino } from 'pino';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { isDatabaseAway } from '../../src/database/database-away.ts';
import { openDatabase, type Database } from '../../src/database/database.ts';
import { createGateway } from '../../src/gateway.ts';
import { schema } from '../../src/schema.ts';
import type { Client } from '../support/client.ts';
import { baseUrl, World } from '../support/world.ts';

const message = expect.stringMatching(
  /^The database cannot be reached\. Try again .*\(request .+\)/,
);

describe('while the database refuses connections', () => {
  let db: Database;
  let app: FastifyInstance;
  const logged: { reqId?: string; err?: unknown }[] = [];

  beforeAll(async () => {
    db = openDatabase(`postgres://nobody@127.0.0.1:${await closedPort()}/none`, { poolSize: 1 });
    const log = pino({ level: 'error' }, { write: (line) => logged.push(JSON.parse(line)) });
    app = await createGateway({
      schema,
      db,
      log,
      baseUrl: () => baseUrl,
      mailer: null,
      production: false,
    });
  });

  afterAll(async () => {
    await app.close();
    await db.close();
  });

  it.each([
    ['/v1', 'GET', '/v1/orgs', undefined],
    ['/graphql', 'POST', '/graphql', { query: '{ viewer { id } }' }],
  ] as const)('%s answers 503 and when to try again, not 500', async (_name, method, url, body) => {
    const response = await app.inject({
      method,
      url,
      headers: { authorization: 'Bearer any', 'x-request-id': 'away-1' },
      ...(body && { payload: body }),
    });
    expect(response.statusCode).toBe(503);
    expect(response.headers['retry-after']).toBe('1');
    expect(response.json()).toEqual(
      body
        ? { errors: [{ message, extensions: { code: 'SERVICE_UNAVAILABLE' } }] }
        : { error: { code: 503, message } },
    );
    expect(logged.splice(0)).toEqual([expect.objectContaining({ reqId: 'away-1' })]);
  });
});

describe('when the connection is lost in the middle of an operation', () => {
  let world: World;
  let admin: Client;
  let organizationId: string;

  beforeAll(async () => {
    world = await World.create();
    const organization = await world.organization();
    admin = organization.admin;
    organizationId = organization.id;
  });

  afterAll(() => world.destroy());

  /** Ends the connection on the server when a statement comes that is looked for. */
  async function whileTerminated<Answer>(at: RegExp, work: () => Promise<Answer>): Promise<Answer> {
    const original = pg.Client.prototype.query;
    pg.Client.prototype.query = function query(this: pg.Client, ...args: unknown[]) {
      const [first] = args as [string | { text: string }];
      const text = typeof first === 'string' ? first : first.text;
      if (!at.test(text)) return Reflect.apply(original, this, args);
      const end = 'SELECT pg_terminate_backend(pg_backend_pid())';
      const [, ...rest] = args;
      const ended = typeof first === 'string' ? end : { ...first, text: end, values: [] };
      const withoutValues = rest.filter((argument) => typeof argument === 'function');
      return Reflect.apply(original, this, [ended, ...withoutValues]);
    } as typeof original;
    try {
      return await work();
    } finally {
      pg.Client.prototype.query = original;
    }
  }

  it('reads and writes of /graphql answer SERVICE_UNAVAILABLE with status 503', async () => {
    const rename = `mutation ($id: ID!) {
      updateOrganization(input: { organizationId: $id, title: "Newer" }) { organization { id } } }`;
    const cases: [RegExp, string][] = [
      [/organizations/, '{ organizations { nodes { id } } }'],
      [/organizations/, rename],
      [/^BEGIN/, rename],
      [/^(?:INSERT|UPDATE|COMMIT)/, rename],
    ];
    for (const [at, query] of cases) {
      const answer = await whileTerminated(at, () => admin.graphql(query, { id: organizationId }));
      expect(answer.errors, query).toEqual([
        expect.objectContaining({
          message,
          extensions: { code: 'SERVICE_UNAVAILABLE', requestId: expect.any(String) },
        }),
      ]);
      expect(answer.status, query).toBe(503);
    }
  });

  it('reads and writes of /v1 answer 503 and when to try again', async () => {
    const url = `/v1/orgs/${organizationId}`;
    const rename = () => admin.patch(url, { title: 'New' });
    const cases = [
      [/organizations/, () => admin.get(url)],
      [/^BEGIN/, rename],
      [/^(?:INSERT|UPDATE|COMMIT)/, rename],
      [/api_tokens/, rename],
    ] as const;
    for (const [at, work] of cases) {
      const { status, body, headers } = await whileTerminated(at, work);
      expect({ status, body }).toEqual({ status: 503, body: { error: { code: 503, message } } });
      expect(headers['retry-after']).toBe('1');
    }
    expect((await admin.get(url)).status).toBe(200);
  });
});

describe('an error of the database', () => {
  it.each<[string, unknown]>([
    ['of a pool without a free connection', new Error('timeout exceeded when trying to connect')],
    ['of a connection that ended', new Error('Connection terminated unexpectedly')],
    ...['P1001', 'P1008', 'P1017', 'P2024', 'P2028', '57P01', '57P03', '08006', '53300'].map(
      (code): [string, unknown] => [`with the code ${code}`, withCode(code)],
    ),
    ['of every address of a host', new AggregateError([withCode('ECONNREFUSED')])],
    ['behind another', new Error('failed', { cause: withCode('57P01') })],
  ])('%s says that it is away', (_name, error) => {
    expect(isDatabaseAway(error)).toBe(true);
  });

  it('that would come again does not', () => {
    for (const code of ['23505', '57014', '22021', 'P2002', 'P2034', '08']) {
      expect(isDatabaseAway(withCode(code)), code).toBe(false);
    }
    const quoting = { message: 'timeout exceeded when trying to connect' };
    for (const other of [new Error('Any'), quoting, 'P1001', null, undefined]) {
      expect(isDatabaseAway(other)).toBe(false);
    }
  });
});

function withCode(code: string): Error {
  return Object.assign(new Error('It failed.'), { code });
}

/** A port that nothing listens at. */
async function closedPort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  await new Promise((resolve) => server.close(resolve));
  return port;
}
