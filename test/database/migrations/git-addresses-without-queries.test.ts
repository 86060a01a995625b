import { afterAll, beforeAll, expect, it } from 'vitest';
import { MigratingDatabase, migrationNames } from './migrating-database.ts';

// The migration that takes the queries from addresses of git, on a database that has some.

const MIGRATION = '20261129071500_git_addresses_without_queries';

let database: MigratingDatabase;

beforeAll(async () => {
  database = await MigratingDatabase.create();
  await database.migrate(migrationNames.filter((name) => name < MIGRATION));
  await fill();
  expect(await database.migrate([MIGRATION])).toEqual([MIGRATION]);
});

afterAll(() => database.destroy());

const OID = '5f1d3a2b'.repeat(5);
const home = 'https://git.example.com/docs';
const query = '?access_token=s3cret&a=?';

/** Commits of revisions: the address that was kept, and what comes of it. */
const commits = {
  secret: [`${home}/commit${query}/${OID}`, `${home}/commit/${OID}`],
  plain: [`${home}/commit/${OID}`, `${home}/commit/${OID}`],
};

async function fill(): Promise<void> {
  await database.client.query("INSERT INTO organizations (id, title) VALUES ('org', 'Docs')");
  for (const id of ['secret', 'plain'] as const) {
    const git = { oid: OID, message: 'Why?', ref: 'refs/heads/main', url: commits[id][0] };
    await database.client.query(
      `INSERT INTO revisions (id, space_id, type, parent_ids, pages_hash, files_hash,
         reusable_contents_hash, page_count, file_count, reusable_content_count, git)
       VALUES ($1, $1, 'edits', '{}', '', '', '', 0, 0, 0, $2)`,
      [id, JSON.stringify(git)],
    );
    await database.client.query(
      `INSERT INTO spaces (id, organization_id, title, revision_id, position)
       VALUES ($1, 'org', 'Space', $1, $1)`,
      [id],
    );
    await database.client.query(
      `INSERT INTO git_syncs (space_id, repository_url, ref, directory, repository_name, tree_url,
         commit_oid, revision_id, updated_at)
       VALUES ($1, $2, 'refs/heads/main', '', 'docs', $3, $4, $1, now())`,
      [id, home, id === 'secret' ? `${home}/tree${query}` : `${home}/tree`, OID],
    );
    await database.client.query(
      `INSERT INTO jobs (id, kind, organization_id, space_id, steps_total, input)
       VALUES ($1, 'git-export', 'org', $1, 4, $2)`,
      [id, JSON.stringify(inputOf(id === 'secret' ? query : ''))],
    );
  }
}

const inputOf = (suffix: string) => ({
  ...{ url: home, treeUrl: `${home}/tree${suffix}`, commitUrl: null, providerUrl: home + suffix },
  ...{ force: false, commitMessage: 'Why?' },
});

it('leaves no query in what is shown of repositories and commits, nor in jobs', async () => {
  const syncs = await database.client.query('SELECT repository_url, tree_url FROM git_syncs');
  const shown = { repository_url: home, tree_url: `${home}/tree` };
  expect(syncs.rows).toEqual([shown, shown]);
  const revisions = await database.client.query('SELECT id, git FROM revisions ORDER BY id');
  expect(revisions.rows.map(({ id, git }) => [id, git.url, git.message])).toEqual([
    ['plain', commits.plain[1], 'Why?'],
    ['secret', commits.secret[1], 'Why?'],
  ]);
  const jobs = await database.client.query('SELECT input FROM jobs');
  expect(jobs.rows).toEqual([{ input: inputOf('') }, { input: inputOf('') }]);
});
