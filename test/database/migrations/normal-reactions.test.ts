import { afterAll, beforeAll, expect, it } from 'vitest';
import { oneEmoji } from '../../../src/lib/emoji.ts';
import { MigratingDatabase, migrationNames } from './migrating-database.ts';

// The migration that gives emoji of reactions their normal form, on a database that has others.

const MIGRATION = '20261129224000_normal_reactions';

let database: MigratingDatabase;

beforeAll(async () => {
  database = await MigratingDatabase.create();
  await database.migrate(migrationNames.filter((name) => name < MIGRATION));
  await fill();
  expect(await database.migrate([MIGRATION])).toEqual([MIGRATION]);
});

afterAll(() => database.destroy());

/** Reactions that were stored: who reacted, with what. */
const stored = [
  ...([
    ['ann', '❤'],
    ['ann', '❤\uFE0F'],
    ['ben', '❤\uFE0E'],
  ] as const),
  ...([
    ['ann', '👍'],
    ['ann', '👍🏽'],
    ['ben', '☝🏽'],
    ['ben', '☝'],
    ['ben', '👍\uFE0F'],
  ] as const),
  ...([
    ['ann', '👨‍👩‍👧‍👦'],
    ['ann', '❤‍🔥'],
    ['ben', '🇩🇪'],
    ['ben', '1\u20E3'],
    ['ann', '🏴󠁧󠁢󠁥󠁮󠁧󠁿'],
  ] as const),
  ...([
    ['ann', ' '],
    ['ann', '<b>'],
    ['ben', 'ok 👍'],
    ['ben', '👍👍'],
    ['ben', '1'],
    ['ben', '©'],
  ] as const),
];

const posts = ['comment', 'reply'] as const;

async function fill(): Promise<void> {
  const { client } = database;
  await client.query("INSERT INTO organizations (id, title) VALUES ('org', 'Docs')");
  await client.query(
    `INSERT INTO revisions (id, space_id, type, parent_ids, pages_hash, files_hash,
       reusable_contents_hash, page_count, file_count, reusable_content_count)
     VALUES ('rev', 'space', 'edits', '{}', '', '', '', 0, 0, 0)`,
  );
  await client.query(
    `INSERT INTO spaces (id, organization_id, title, revision_id, position)
     VALUES ('space', 'org', 'Space', 'rev', 'a')`,
  );
  await client.query(
    "INSERT INTO comments (id, space_id, revision_id) VALUES ('c', 'space', 'rev')",
  );
  await client.query("INSERT INTO comment_replies (id, comment_id) VALUES ('r', 'c')");
  for (const post of posts) {
    for (const [index, [user, emoji]] of stored.entries()) {
      const id = `${post} ${String(index).padStart(2, '0')}`;
      await client.query(
        `INSERT INTO reactions (id, ${post}_id, emoji, user_id) VALUES ($1, $2, $3, $4)`,
        [id, post[0], emoji, user],
      );
    }
  }
}

/** What each reaction becomes: what a request with it would store, each once for a person. */
const expected = [
  ...new Set(
    stored.flatMap(([user, emoji]) => {
      const { success, data } = oneEmoji.safeParse(emoji);
      return success ? [`${user} ${data}`] : [];
    }),
  ),
].toSorted();

it('leaves the reactions that requests would make of them, one for a person and an emoji', async () => {
  expect(expected).toHaveLength(13);
  for (const post of posts) {
    const { rows } = await database.client.query<{ id: string; user_id: string; emoji: string }>(
      `SELECT id, user_id, emoji FROM reactions WHERE ${post}_id IS NOT NULL ORDER BY id`,
    );
    expect(rows.map(({ user_id, emoji }) => `${user_id} ${emoji}`).toSorted()).toEqual(expected);
    expect(rows[0]?.id).toBe(`${post} 00`);
  }
});
