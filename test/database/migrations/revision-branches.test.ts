import { afterAll, beforeAll, expect, it } from 'vitest';
import { MigratingDatabase, migrationNames } from './migrating-database.ts';

// The migration that writes down the branch of each revision, on a database that has revisions.

const MIGRATION = '20261128065823_revision_branches';

let database: MigratingDatabase;

beforeAll(async () => {
  database = await MigratingDatabase.create();
  await database.migrate(migrationNames.filter((name) => name < MIGRATION));
  await fill();
  expect(await database.migrate([MIGRATION])).toEqual([MIGRATION]);
});

afterAll(() => database.destroy());

/** Revisions by id: when (the minute), how, and from what. */
const revisions: Record<string, [minute: number, type: string, parents: string[]]> = {
  p0: [0, 'edits', []],
  p1: [10, 'edits', ['p0']],
  // Written when the clock was set back.
  p2: [5, 'edits', ['p1']],
  p3: [20, 'merge', ['p2', 'a3']],
  a1: [2, 'edits', ['p1']],
  a2: [12, 'update', ['a1', 'p2']],
  a3: [13, 'edits', ['a2']],
  b1: [30, 'edits', ['p3']],
  left: [3, 'edits', ['p0']],
  o0: [1, 'edits', []],
};

async function fill(): Promise<void> {
  await database.client.query("INSERT INTO organizations (id, title) VALUES ('org', 'Docs')");
  for (const [id, [minute, type, parents]] of Object.entries(revisions)) {
    await database.client.query(
      `INSERT INTO revisions (id, space_id, type, parent_ids, pages_hash, files_hash, page_count,
         file_count, created_at) VALUES ($1, $2, $3, $4, '', '', 0, 0, $5)`,
      [id, id === 'o0' ? 'other' : 'space', type, parents, timeOf(minute)],
    );
  }
  for (const [id, head] of [
    ['space', 'p3'],
    ['other', 'o0'],
  ]) {
    await database.client.query(
      `INSERT INTO spaces (id, organization_id, title, revision_id, position)
       VALUES ($1, 'org', 'Space', $2, 'a0')`,
      [id, head],
    );
  }
  for (const [number, head, initial] of [
    [1, 'a3', 'p1'],
    [2, 'b1', 'p3'],
    [3, 'p2', 'p2'],
  ]) {
    await database.client.query(
      `INSERT INTO change_requests (id, space_id, number, revision_id, revision_initial_id)
       VALUES ($1, 'space', $2, $3, $4)`,
      [`cr${number}`, number, head, initial],
    );
  }
}

function timeOf(minute: number): Date {
  return new Date(Date.UTC(2026, 0, 1, 0, minute));
}

it('finds the branch, the place and the merge base of what was written before', async () => {
  const { rows } = await database.client.query<{
    id: string;
    branch_id: string;
    generation: number;
    merge_base_id: string;
    created_at: Date;
  }>('SELECT * FROM revisions');
  const found = Object.fromEntries(
    rows.map((row) => [
      row.id,
      [row.branch_id, row.generation, row.merge_base_id, row.created_at.getUTCMinutes()],
    ]),
  );
  expect(found).toEqual({
    p0: ['space', 0, null, 0],
    p1: ['space', 1, null, 10],
    p2: ['space', 2, null, 10],
    p3: ['space', 3, null, 20],
    a1: ['cr1', 2, 'p1', 10],
    a2: ['cr1', 3, 'p2', 12],
    a3: ['cr1', 4, 'p2', 13],
    b1: ['cr2', 4, 'p3', 30],
    left: [null, null, null, 3],
    o0: ['other', 0, null, 1],
  });
});
