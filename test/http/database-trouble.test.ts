import { createServer, type AddressInfo } from 'node:net';
import type { FastifyInstance } from 'fastify';
import pg from 'pg';
import { pino } from 'pino';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { databaseTrouble } from '../../src/database/database-trouble.ts';
import { runTransaction } from '../../src/database/run-transaction.ts';
import { openDatabase, sql, type Database } from '../../src/database/database.ts';
import { createWebClient } from '../../src/external/http/create-web-client.ts';
import { createGateway } from '../../src/gateway.ts';
import { schema } from '../../src/schema.ts';
import type { Client } from '../support/client.ts';
import { addresses, World } from '../support/world.ts';

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
      addresses: () => addresses,
      mailer: null,
      web: createWebClient(),
      translator: null,
      production: false,
      reader: false,
      mcpWrites: false,
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
      [/FROM organizations/, '{ organizations { nodes { id } } }'],
      [/FROM organizations/, rename],
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
      [/FROM organizations/, () => admin.get(url)],
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

describe('while the database is busy', () => {
  let world: World;
  let admin: Client;
  let organizationId: string;

  beforeAll(async () => {
    world = await World.create();
    ({ id: organizationId, admin } = await world.organization());
  });

  afterAll(() => world.destroy());

  it('with all connections, both surfaces say so, and when to try again', async () => {
    const { pool } = world.db;
    const taken = await Promise.all(Array.from({ length: pool.options.max }, () => pool.connect()));
    const { connectionTimeoutMillis } = pool.options;
    pool.options.connectionTimeoutMillis = 20;
    const busy: unknown = expect.stringMatching(
      /^The server is busy: .*Try again .*\(request .+\)/,
    );
    try {
      const { status, body, headers } = await admin.get(`/v1/orgs/${organizationId}`);
      expect(status).toBe(503);
      expect(body).toEqual({ error: { code: 503, message: busy } });
      expect(headers['retry-after']).toBe('1');
      expect(await admin.graphql('{ organizations { nodes { id } } }')).toMatchObject({
        status: 503,
        errors: [{ message: busy, extensions: { code: 'SERVICE_UNAVAILABLE' } }],
      });
      expect((await world.app.inject('/health')).statusCode).toBe(200);
      const ready = await world.app.inject('/ready');
      expect({ status: ready.statusCode, body: ready.json() }).toEqual({
        ...{ status: 200, body: { status: 'busy' } },
      });
    } finally {
      pool.options.connectionTimeoutMillis = connectionTimeoutMillis;
      for (const client of taken) client.release();
    }
    expect((await admin.get(`/v1/orgs/${organizationId}`)).status).toBe(200);
  });

  it('with a write that takes too long, that is undone and told, with 503', async () => {
    const rename = runTransaction(
      world.db,
      async (transaction) => {
        const where = { id: organizationId };
        await transaction.organization.update({ where, data: { title: 'Late' } });
        await transaction.$executeRaw(sql`SELECT pg_sleep(0.1)`);
        await transaction.organization.update({ where, data: { title: 'Later' } });
      },
      { timeout: 20 },
    );
    await expect(rename).rejects.toMatchObject({
      code: 'SERVICE_UNAVAILABLE',
      message: expect.stringContaining('took more than 0.02 seconds and was undone') as string,
    });
    expect((await admin.get(`/v1/orgs/${organizationId}`)).body.title).not.toMatch(/Late/);
  });
});

describe('an error of the database', () => {
  it.each<[string, unknown]>([
    ['of a connection that ended', new Error('Connection terminated unexpectedly')],
    ...['P1001', 'P1008', 'P1017', '57P01', '57P03', '08006'].map((code): [string, unknown] => [
      `with the code ${code}`,
      withCode(code),
    ]),
    ['of every address of a host', new AggregateError([withCode('ECONNREFUSED')])],
    ['behind another', new Error('failed', { cause: withCode('57P01') })],
  ])('%s says that it cannot be reached', (_name, error) => {
    expect(databaseTrouble(error)).toBe('unreachable');
  });

  it.each<[string, unknown]>([
    ['of a pool without a free connection', new Error('timeout exceeded when trying to connect')],
    ...['P2024', 'P2028', 'P2034', 'P2037', '53300', '40P01'].map((code): [string, unknown] => [
      `with the code ${code}`,
      withCode(code),
    ]),
    ['behind another', new Error('failed', { cause: withCode('53300') })],
  ])('%s says that it is busy', (_name, error) => {
    expect(databaseTrouble(error)).toBe('busy');
  });

  it('that would come again says neither', () => {
    for (const code of ['23505', '22021', 'P2002', '08']) {
      expect(databaseTrouble(withCode(code)), code).toBeNull();
    }
    const quoting = { message: 'timeout exceeded when trying to connect' };
    for (const other of [new Error('Any'), quoting, 'P1001', null, undefined]) {
      expect(databaseTrouble(other)).toBeNull();
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
