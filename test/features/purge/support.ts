import os from 'node:os';
import { pino } from 'pino';
import { sql } from '../../../src/database/database.ts';
import { createWebClient } from '../../../src/external/http/create-web-client.ts';
import { purgeContent } from '../../../src/features/purge/purge-content.ts';
import { purgeSpaces } from '../../../src/features/purge/purge-spaces.ts';
import type { JobContext } from '../../../src/jobs/scheduled-job.ts';
import type { World } from '../../support/world.ts';

/** What jobs work with, without a worker. */
export function jobContext({ db }: World, signal = new AbortController().signal): JobContext {
  const services = { web: createWebClient(), translator: null, cacheDir: os.tmpdir() };
  return { ...services, db, log: pino({ level: 'error' }), signal, now: () => new Date() };
}

/** Makes it so long ago that a space was deleted; by the clock of the database. */
export async function deleteEarlier(world: World, spaceId: string, age: string): Promise<void> {
  await world.db.prisma.$executeRaw(sql`
    UPDATE spaces SET deleted_at = now() - ${age}::interval WHERE id = ${spaceId}`);
}

/** Removes all that is over for good: spaces first, then their content. */
export async function purgeAll(world: World): Promise<void> {
  await purgeSpaces(jobContext(world));
  await purgeContent(jobContext(world));
}

/** Rows of a space in each table that has some; null when there are none at all. */
export async function rowsOf(
  world: World,
  spaceId: string,
): Promise<Record<string, number> | null> {
  const of = (column = 'space_id') => `${column} = '${spaceId}'`;
  const within = (table: string, key: string, inner = of()) =>
    `${key} IN (SELECT id FROM ${table} WHERE ${inner})`;
  const conditions = {
    spaces: of('id'),
    revisions: of(),
    change_requests: of(),
    change_request_contributors: within('change_requests', 'change_request_id'),
    comments: of(),
    comment_replies: within('comments', 'comment_id'),
    reactions: within('comments', 'comment_id'),
    grants: of(),
    invites: of(),
    site_spaces: of(),
  };
  const counts: Record<string, number> = {};
  for (const [table, condition] of Object.entries(conditions)) {
    const { rows } = await world.db.pool.query<{ count: number }>(
      `SELECT count(*)::int AS count FROM ${table} WHERE ${condition}`,
    );
    if (rows[0]?.count) counts[table] = rows[0].count;
  }
  return Object.keys(counts).length === 0 ? null : counts;
}

/** What is wrong with stored content: what revisions lead to and is not there, or the reverse. */
export async function contentDefects(world: World): Promise<{ missing: number; unused: number }> {
  const { rows } = await world.db.pool.query<{ missing: number; unused: number }>(`
    WITH RECURSIVE used(hash) AS (
      SELECT pages_hash FROM revisions UNION SELECT files_hash FROM revisions
      UNION SELECT reusable_contents_hash FROM revisions
      UNION
      SELECT child.hash FROM used JOIN content_chunks c ON c.hash = used.hash
      CROSS JOIN unnest(c.children) child(hash) WHERE child.hash <> ''
    ), named(hash) AS (
      SELECT DISTINCT v.hash FROM used JOIN content_chunks c ON c.hash = used.hash
      CROSS JOIN json_array_elements(c.entries) e(entry)
      CROSS JOIN LATERAL (VALUES (entry->>'source'), (entry->>'blob')) v(hash)
      WHERE c.entries IS NOT NULL AND v.hash IS NOT NULL
    ), empty AS (SELECT pages_hash AS hash FROM revisions WHERE page_count = 0
      UNION SELECT files_hash FROM revisions WHERE file_count = 0
      UNION SELECT reusable_contents_hash FROM revisions WHERE reusable_content_count = 0)
    SELECT
      ((SELECT count(*) FROM used WHERE hash NOT IN (SELECT hash FROM content_chunks)
          AND hash NOT IN (SELECT hash FROM empty))
        + (SELECT count(*) FROM named WHERE hash NOT IN (SELECT hash FROM blobs)))::int AS missing,
      ((SELECT count(*) FROM content_chunks WHERE hash NOT IN (SELECT hash FROM used))
        + (SELECT count(*) FROM blobs WHERE hash NOT IN (SELECT hash FROM named)))::int AS unused`);
  return rows[0] ?? { missing: -1, unused: -1 };
}
