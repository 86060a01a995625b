import { afterEach, beforeEach, expect, it } from 'vitest';
import { MigratingDatabase, migrationNames } from './migrating-database.ts';

// The migration that replaces U+0000 in JSON, on databases whose content has it.

const MIGRATION = '20261128080900_replace_unreadable_texts';

let database: MigratingDatabase;

beforeEach(async () => {
  database = await MigratingDatabase.create();
});

afterEach(() => database.destroy());

/** Titles that hold U+0000, and what comes of them; and what only looks like it. */
const titles = [
  ['a\0b', 'a\ufffdb'],
  ['\0\0', '\ufffd\ufffd'],
  ['\\\0', '\\\ufffd'],
  [String.raw`\u0000`, String.raw`\u0000`],
  [String.raw`\\u0000`, String.raw`\\u0000`],
  ['"\n\u0001', '"\n\u0001'],
];
const entriesOf = (column: 0 | 1) => titles.map((pair) => ({ id: 'page', title: pair[column] }));

async function fill(): Promise<void> {
  const insertChunk = 'INSERT INTO content_chunks (hash, size, children, entries)';
  await database.client.query(
    `${insertChunk} VALUES ('old', 6, '{}', $1), ('inner', 6, '{old}', NULL)`,
    [JSON.stringify(entriesOf(0))],
  );
  await database.client.query("INSERT INTO organizations (id, title) VALUES ('org', 'Docs')");
  await database.client.query(
    `INSERT INTO spaces (id, organization_id, title, revision_id, position)
     VALUES ('space', 'org', 'Space', 'rev', 'a0')`,
  );
  await database.client.query(
    `INSERT INTO change_requests (id, space_id, number, revision_id, revision_initial_id)
     VALUES ('cr', 'space', 1, 'rev', 'rev')`,
  );
  await database.client.query(
    `INSERT INTO change_request_conflicts
       (id, change_request_id, subject, subject_id, attribute, base, ours, theirs, stands)
     VALUES ('cnf', 'cr', 'page', 'page', 'title', NULL, $1, '"fine"', 'ours')`,
    [JSON.stringify('a\0b')],
  );
}

it.each([
  ['all that came before it', migrationNames.filter((name) => name < MIGRATION)],
  ['all others', migrationNames.filter((name) => name !== MIGRATION)],
])('makes content readable for SQL, also when applied after %s', async (_which, before) => {
  await database.migrate(before);
  await fill();
  expect(await database.migrate(migrationNames)).toEqual(
    migrationNames.filter((name) => !before.includes(name)),
  );
  const { rows } = await database.client.query(
    `SELECT c.hash, entry->>'title' AS title FROM content_chunks c
     CROSS JOIN LATERAL json_array_elements(c.entries) entry`,
  );
  expect(rows).toEqual(entriesOf(1).map(({ title }) => ({ hash: 'old', title })));
  const conflicts = await database.client.query(
    'SELECT id, base, ours, theirs FROM change_request_conflicts',
  );
  expect(conflicts.rows).toEqual([{ id: 'cnf', base: null, ours: 'a\ufffdb', theirs: 'fine' }]);
});
