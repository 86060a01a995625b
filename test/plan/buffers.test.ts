import fs from 'node:fs';
import { beforeAll, describe, expect, it, vi } from 'vitest';
import { node, siteList } from '../bench/side-by-side/contenders/hand-written/lists.ts';
import { countedTree, smallTree } from '../bench/side-by-side/contenders/hand-written/trees.ts';
import { documents, rowId } from '../bench/side-by-side/operations.ts';
import { useWorld } from '../support/use-world.ts';

const world = useWorld();
const data = new URL('../bench/side-by-side/data.sql', import.meta.url);

/** Limit of the buffers of a planned read, as a multiple of those of a statement by hand. */
const RATIO_MAX = 1.5;

/**
 * Buffers that a read may have beside: the row of its token, and rows whose visibility the server
 * has not noted yet, which depends on what else runs.
 */
const OTHER_BUFFERS = 5;

/** The ratio of the one read that is over it: a small tree as seen by a guest, 1.52 times. */
const GUEST_SMALL_TREE_RATIO_MAX = 1.6;

beforeAll(async () => {
  const client = await world.db.pool.connect();
  try {
    // Other worlds used this database: its tables and indexes keep pages of deleted rows.
    await client.query('VACUUM FULL');
    // No comments, and no long list: the trees are the same without.
    await client.query("SELECT set_config('bench.scale', '0', false)");
    await client.query(fs.readFileSync(data, 'utf8'));
    await client.query('VACUUM ANALYZE');
  } finally {
    client.release();
  }
});

type Statement = Parameters<typeof world.db.queryTexts>[0];
type Rows = Awaited<ReturnType<typeof world.db.queryTexts>>;

/** Runs an operation by its plan. Returns its one statement and the rows of that. */
async function runPlanned(
  query: string,
  variables: object,
  viewer = 'admin',
): Promise<{ statement: Statement; rows: Rows }> {
  const client = world.withToken(`dg_bench_${viewer}`);
  await client.query(query, { ...variables });
  const queryTexts = vi.spyOn(world.db, 'queryTexts');
  await client.query(query, { ...variables });
  const [statement] = queryTexts.mock.calls[0] ?? [];
  const rows = await queryTexts.mock.results[0]?.value;
  queryTexts.mockRestore();
  if (!statement || !rows) throw new Error('The operation was not planned.');
  return { statement, rows };
}

interface Explained {
  Plan: { 'Shared Hit Blocks': number; 'Shared Read Blocks': number };
}

/** Returns the number of buffers that a statement reads. */
async function buffersOf({ text, values }: Statement): Promise<number> {
  const explained = await world.db.pool.query<{ 'QUERY PLAN': Explained[] }>(
    `EXPLAIN (ANALYZE, BUFFERS, FORMAT JSON) ${text}`,
    values,
  );
  const plan = explained.rows[0]?.['QUERY PLAN'][0]?.Plan;
  return (plan?.['Shared Hit Blocks'] ?? 0) + (plan?.['Shared Read Blocks'] ?? 0);
}

/** Viewers of data.sql, with organizations of a tree and of a list, and a change request. */
const viewers = [
  { viewer: 'admin', user: 0, tree: 1, list: 21, changeRequest: 1 },
  { viewer: 'member', user: 8, tree: 8, list: 21, changeRequest: 8_401 },
  { viewer: 'guest', user: 12, tree: 12, list: 12, changeRequest: 13_321 },
] as const;

const reads = viewers.flatMap(({ viewer, user, tree, list, changeRequest }) =>
  (
    [
      ['a small tree', documents.Small, smallTree, rowId('org', tree)],
      ['a tree with counts', documents.Counts, countedTree, rowId('org', tree)],
      ['a list with its count', documents.Sites, siteList, rowId('org', list)],
      ['a node', documents.Node, node, rowId('cr', changeRequest)],
    ] as const
  ).map(([kind, document, byHand, id]) => {
    const isOver = viewer === 'guest' && document === documents.Small;
    const ratioMax = isOver ? GUEST_SMALL_TREE_RATIO_MAX : RATIO_MAX;
    return { kind, viewer, user, document, byHand, id, ratioMax };
  }),
);

describe('the buffers of a planned read', () => {
  it.each(reads)(
    'are at most $ratioMax times those of a statement by hand, for $kind as seen by the $viewer',
    async ({ viewer, user, document, byHand, id, ratioMax }) => {
      const { statement, rows } = await runPlanned(document, { id }, viewer);
      // The row of the token, that of the root, and what is below it.
      expect(rows.length).toBeGreaterThan(document === documents.Node ? 1 : 2);
      const reference = { text: byHand, values: [rowId('usr', user), id] };
      const limit = ratioMax * (await buffersOf(reference)) + OTHER_BUFFERS;
      expect(await buffersOf(statement)).toBeLessThanOrEqual(limit);
    },
  );
});

describe('the row behind a page', () => {
  const tree = `query ($id: ID!) { organization(id: $id) { sites(first: 2) { nodes { id
    sections(first: 3) { totalCount nodes { id } } } pageInfo { hasNextPage } } } }`;

  it('is read, but nothing below it', async () => {
    const { rows } = await runPlanned(tree, { id: rowId('org', 1) });
    const level = (number: string) => rows.filter(([of]) => of === number);
    expect(level('1')).toHaveLength(3);
    // Three of the four sections of each of two sites.
    expect(level('2')).toHaveLength(6);
  });

  it('is read without counts', async () => {
    const { rows } = await runPlanned(tree, { id: rowId('org', 1) });
    const [first, second, behind] = rows.filter(([of]) => of === '1');
    const nullsOf = (row: Rows[number] = []) => row.filter((value) => value === null).length;
    expect(nullsOf(second)).toBe(nullsOf(first));
    expect(nullsOf(behind)).toBe(nullsOf(first) + 1);
  });
});
