import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { rawSql, sql } from '../../src/database/database.ts';
import { runTransaction } from '../../src/database/run-transaction.ts';
import type { Client } from '../support/client.ts';
import { routes } from '../support/open-api.ts';
import { askRest, parametersOf, queryOf } from '../support/route-requests.ts';
import { createScene, writeContent, type Scene, type SceneContent } from '../support/scene.ts';
import { addCopiesOfOthers, readRows } from '../support/table-rows.ts';
import { World } from '../support/world.ts';

// What the database does for a request depends on what is asked for, not on how much there is: no
// read goes through all rows of a table, which belong to all organizations.

/** How many organizations there are beside the one that is read. */
const OTHERS = 1000;
/** Rows that PostgreSQL reads sooner than an index. */
const SMALL_TABLE_MAX = 100;

/** What organizations share, with the columns by which rows differ. */
const sharedTables = {
  content_chunks: ['hash'],
  blobs: ['hash'],
  text_derivations: ['source'],
  users: ['id', 'email'],
  api_tokens: ['id', 'secret_hash'],
};

interface Statement {
  text: string;
  values: unknown[];
}

const world = new World();
let admin: Client;
let setting: { scene: Scene; content: Record<'space' | 'changeRequest', SceneContent> };
let large: ReadonlySet<string>;

beforeAll(async () => {
  await world.start();
  const organization = await world.organization();
  ({ admin } = organization);
  const author = await world.member(organization.id, 'comment');
  const scene = await createScene(world, organization.id, author.userId, {});
  const content = await writeContent(world, scene);
  setting = { scene, content };
  await addCopiesOfOthers(world, await readRows(world), OTHERS);
  await fillSharedTables();
  await world.db.query(rawSql('ANALYZE'));
  const tables = await world.db.query(
    sql`SELECT relname::text FROM pg_class WHERE relkind = 'r' AND reltuples > ${SMALL_TABLE_MAX}`,
  );
  large = new Set(tables.map(([name]) => String(name)));
});

afterAll(() => world.destroy());

/** Gives the tables that organizations share rows of others, which nothing leads to. */
async function fillSharedTables(): Promise<void> {
  await runTransaction(world.db, async (transaction) => {
    await transaction.$executeRaw`SET LOCAL session_replication_role = replica`;
    for (const [table, columns] of Object.entries(sharedTables)) {
      const own = columns.map((column) => `'${column}', r.${column} || ' ' || number`);
      await transaction.$executeRaw(
        rawSql(`
          INSERT INTO ${table}
          SELECT (jsonb_populate_record(NULL::${table},
            to_jsonb(r) || jsonb_build_object(${own.join()}))).*
          FROM (SELECT * FROM ${table} LIMIT 10) r, generate_series(1, ${OTHERS}) number`),
      );
    }
    // Copies of links lead to the same address, as few links of others do.
    await transaction.$executeRaw`
      UPDATE space_links SET target_hash = target_hash || space_id
      WHERE space_id <> ${setting.scene.spaceId}`;
  });
}

/** The reads of the database that a request makes. */
async function readsOf(request: () => Promise<void>): Promise<Statement[]> {
  const statements: Statement[] = [];
  const { query } = pg.Client.prototype;
  pg.Client.prototype.query = function (this: pg.Client, ...args: unknown[]): unknown {
    const [sent] = args as [(Partial<Statement> & { statements?: Statement[] }) | undefined];
    for (const { text, values = [] } of sent?.statements ?? [sent ?? {}]) {
      if (text !== undefined) statements.push({ text, values });
    }
    return Reflect.apply(query, this, args);
  } as typeof query;
  try {
    await request();
  } finally {
    pg.Client.prototype.query = query;
  }
  return statements.filter(({ text }) => /^\s*(?:SELECT|WITH)\b/.test(text));
}

/** The large tables that a statement goes through. */
async function tablesReadBy({ text, values }: Statement): Promise<string[]> {
  const { rows } = await world.db.pool.query<string[]>({
    ...{ text: `EXPLAIN ${text}`, values, rowMode: 'array' },
  });
  const scans = rows.join('\n').matchAll(/Seq Scan on (\w+)/g);
  return [...scans].map(([, table = '']) => table).filter((table) => large.has(table));
}

describe('a read', () => {
  it.each(
    routes
      .filter(({ method }) => method === 'GET')
      .map((route) => [route.operationId, route] as const),
  )('%s finds what it needs by indexes', async (_operationId, route) => {
    const statements = await readsOf(async () => {
      const { status, message } = await askRest(admin, route, {
        path: parametersOf(route, setting.scene, setting.content),
        query: queryOf(route, setting.scene),
        body: undefined,
      });
      expect(status, message).toBeLessThan(400);
    });
    expect(statements).not.toEqual([]);
    for (const statement of statements) {
      expect(await tablesReadBy(statement), statement.text).toEqual([]);
    }
  });
});
