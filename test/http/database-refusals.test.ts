import { beforeAll, describe, expect, it } from 'vitest';
import type { Client } from '../support/client.ts';
import { useWorld } from '../support/use-world.ts';

const world = useWorld();
let admin: Client;
let organizationId: string;

beforeAll(async () => {
  ({ id: organizationId, admin } = await world.organization());
  // Fails writes of organizations with the code that the table holds.
  await world.db.pool.query(`
    CREATE TABLE refusals (code text);
    CREATE FUNCTION refuse() RETURNS trigger LANGUAGE plpgsql AS $$
      DECLARE refused text;
      BEGIN
        SELECT code INTO refused FROM refusals;
        IF refused IS NOT NULL THEN
          RAISE EXCEPTION 'could not extend file' USING ERRCODE = refused;
        END IF;
        RETURN NEW;
      END $$;
    CREATE TRIGGER refuse BEFORE UPDATE ON organizations FOR EACH ROW EXECUTE FUNCTION refuse();`);
});

const ready = async () => {
  const { statusCode, body } = await world.app.inject('/ready');
  return { status: statusCode, body: JSON.parse(body) };
};

const rename = `mutation ($id: ID!) {
  updateOrganization(input: { organizationId: $id, title: "Newer" }) { organization { id } } }`;

describe.each([
  ['53100', /^The disk of the database is full: reads work, writes do not\./],
  ['53200', /^The database is out of memory\./],
  ['25006', /^The database is read-only now: reads work, writes do not\./],
  ['57014', /^The database cancelled a statement, which took too long or was stopped\./],
  ['57P01', /^The database cannot be reached\./],
  ['53300', /^The server is busy/],
  ['58030', /^The database cannot read or write its files\./],
])('a write that PostgreSQL refuses with %s', (code, text) => {
  beforeAll(async () => {
    await world.db.pool.query('DELETE FROM refusals');
    await world.db.pool.query('INSERT INTO refusals VALUES ($1)', [code]);
  });

  it('is answered with 503 and why on both surfaces, and did nothing', async () => {
    const message: unknown = expect.stringMatching(text);
    const rest = await admin.patch(`/v1/orgs/${organizationId}`, { title: 'New' });
    expect(rest).toMatchObject({ status: 503, body: { error: { code: 503, message } } });
    expect(rest.headers['retry-after']).toBe('1');
    expect(await admin.graphql(rename, { id: organizationId })).toMatchObject({
      ...{ status: 503, errors: [{ message, extensions: { code: 'SERVICE_UNAVAILABLE' } }] },
    });
    const { body } = await admin.get(`/v1/orgs/${organizationId}`);
    expect(body.title).toMatch(/^Organization/);
  });
});

describe('/ready', () => {
  it('says what a database without room says of writes, until one works', async () => {
    const { pool, writes } = world.db;
    const { query } = pool;
    writes.trouble = 'full';
    pool.query = ((text: string, ...rest: unknown[]) =>
      text.startsWith('CREATE TEMP TABLE')
        ? Promise.reject(Object.assign(new Error('could not extend file'), { code: '53100' }))
        : Reflect.apply(query, pool, [text, ...rest])) as typeof query;
    try {
      expect(await ready()).toEqual({ status: 503, body: { status: 'disk full' } });
    } finally {
      pool.query = query;
    }
    expect(await ready()).toEqual({ status: 200, body: { status: 'ok' } });
    expect(writes.trouble).toBeNull();
  });

  it('says that a database is read-only', async () => {
    const { query } = world.db.pool;
    world.db.pool.query = (() =>
      Promise.resolve({ rows: [{ readOnly: 'on' }] })) as unknown as typeof query;
    try {
      expect(await ready()).toEqual({ status: 503, body: { status: 'database read-only' } });
    } finally {
      world.db.pool.query = query;
    }
  });
});
