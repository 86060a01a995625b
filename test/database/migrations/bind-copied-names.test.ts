import { afterAll, beforeAll, expect, it } from 'vitest';
import { MigratingDatabase, migrationNames } from './migrating-database.ts';

// The migration that binds names which were copied from spaces to these spaces.

const MIGRATION = '20261130020806_bind_copied_names';

let database: MigratingDatabase;

beforeAll(async () => {
  database = await MigratingDatabase.create();
  await database.migrate(migrationNames.filter((name) => name < MIGRATION));
  await fill();
  expect(await database.migrate([MIGRATION])).toEqual([MIGRATION]);
});

afterAll(() => database.destroy());

/** Sections by id: title, path, and the spaces to which the migration binds both. */
const sections = {
  copied: ['API & SDK 2', 'api-sdk-2-1', 'space', 'space'],
  renamed: ['Reference', 'api-sdk-2', null, 'space'],
  moved: ['API & SDK 2', 'reference', 'space', 'space'],
  given: ['Guides', 'guides', null, null],
} as const;

async function fill(): Promise<void> {
  const { client } = database;
  await client.query("INSERT INTO organizations (id, title) VALUES ('org', 'Docs')");
  await client.query(`INSERT INTO revisions (id, space_id, type, parent_ids, pages_hash, files_hash,
      reusable_contents_hash, page_count, file_count, reusable_content_count)
    VALUES ('rev', 'space', 'edits', '{}', '', '', '', 0, 0, 0)`);
  await client.query(`INSERT INTO spaces (id, organization_id, title, revision_id, position)
    VALUES ('space', 'org', 'API & SDK 2', 'rev', 'a')`);
  await client.query(`INSERT INTO sites (id, organization_id, title)
    VALUES ('given', 'org', 'Docs')`);
  for (const [id, [title, path]] of Object.entries(sections)) {
    // One site shows a space once.
    await client.query(
      "INSERT INTO sites (id, organization_id, title) VALUES ($1, 'org', 'API & SDK 2')",
      [`of ${id}`],
    );
    await client.query(
      'INSERT INTO site_sections (id, site_id, title, path, position) VALUES ($1, $2, $3, $4, $1)',
      [id, `of ${id}`, title, path],
    );
    await client.query(
      `INSERT INTO site_spaces (id, site_id, section_id, space_id, path, position)
       VALUES ($1, $2, $1, 'space', 'api', $1)`,
      [id, `of ${id}`],
    );
  }
}

it('binds titles and paths that are those of a space shown there', async () => {
  const { rows } = await database.client.query<Record<string, string | null>>(
    'SELECT id, title, path, title_space_id, path_space_id FROM site_sections',
  );
  expect(
    Object.fromEntries(
      rows.map(({ id, title, path, title_space_id, path_space_id }) => [
        id,
        [title, path, title_space_id, path_space_id],
      ]),
    ),
  ).toEqual(sections);
  const sites = await database.client.query<{ id: string }>(
    'SELECT id FROM sites WHERE title_space_id IS NULL',
  );
  expect(sites.rows).toEqual([{ id: 'given' }]);
});
