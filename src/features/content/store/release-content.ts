import {
  joinSql,
  rawSql,
  sql,
  type PrismaTransaction,
  type Sql,
} from '../../../database/database.ts';
import type { Revision } from '../../../database/generated/prisma/client.ts';

/** A chunk or a blob, by its hash. */
export interface ContentName {
  kind: 'chunk' | 'blob';
  hash: string;
}

/** The columns of a revision that name the root chunks of its content. */
const rootColumns = ['pages_hash', 'files_hash', 'reusable_contents_hash'] as const;

/** How long content that is stored ahead is kept for what is to refer to it, in hours. */
const STORED_AHEAD_HOURS = 24;

/** As exact as the column, which would round up. */
const NOW = sql`date_trunc('milliseconds', now())`;

/**
 * The collector forgets a name when it has looked at it. Whoever releases that at the same time
 * must wait for it, and remember the name anew; the longest time holds.
 */
const ON_CONFLICT = sql`ON CONFLICT (kind, hash) DO UPDATE
  SET released_at = greatest(released_content.released_at, excluded.released_at)`;

/** The root chunks of the content of a revision, or of what could be one. */
export function rootsOf(
  content: Pick<Revision, 'pagesHash' | 'filesHash' | 'reusableContentsHash'>,
): ContentName[] {
  const { pagesHash, filesHash, reusableContentsHash } = content;
  return [pagesHash, filesHash, reusableContentsHash].map((hash) => ({ kind: 'chunk', hash }));
}

/** True when a revision has a chunk as one of its roots. */
export function isRootSql(hash: Sql): Sql {
  const each = rootColumns.map(
    (column) => sql`EXISTS (SELECT FROM revisions r WHERE r.${rawSql(column)} = ${hash})`,
  );
  return sql`(${joinSql(each, ' OR ')})`;
}

/** Remembers content that lost a reference, so that it is collected if that was the last one. */
export function releaseContent(
  transaction: PrismaTransaction,
  names: readonly ContentName[],
): Promise<void> {
  return release(transaction, names, 0);
}

/**
 * Keeps blobs from being collected for a day, whether they are stored already or only later in the
 * transaction: time enough to write what refers to them. If nothing does then, they are collected.
 */
export function reserveBlobs(
  transaction: PrismaTransaction,
  hashes: readonly string[],
): Promise<void> {
  const names = hashes.map((hash) => ({ kind: 'blob' as const, hash }));
  return release(transaction, names, STORED_AHEAD_HOURS);
}

async function release(
  transaction: PrismaTransaction,
  names: readonly ContentName[],
  hours: number,
): Promise<void> {
  await transaction.$executeRaw(sql`
    INSERT INTO released_content (kind, hash, released_at)
    SELECT DISTINCT n.kind, n.hash, ${NOW} + make_interval(hours => ${hours}::int)
    FROM unnest(${names.map(({ kind }) => kind)}::text[],
      ${names.map(({ hash }) => hash)}::text[]) n(kind, hash) ORDER BY n.kind, n.hash
    ${ON_CONFLICT}`);
}

/** Deletes some revisions of a space that nobody can see any more. Answers how many. */
export async function deleteRevisions(
  transaction: PrismaTransaction,
  spaceId: string,
  limit: number,
): Promise<number> {
  const roots = joinSql(rootColumns.map((column) => sql`(gone.${rawSql(column)})`));
  const [row] = await transaction.$queryRaw<{ count: number }[]>(sql`
    WITH gone AS (
      DELETE FROM revisions r
      WHERE r.id IN (SELECT id FROM revisions WHERE space_id = ${spaceId} LIMIT ${limit})
      RETURNING *
    ), released AS (
      INSERT INTO released_content (kind, hash, released_at)
      SELECT DISTINCT 'chunk', root.hash, ${NOW} FROM gone CROSS JOIN LATERAL (VALUES ${roots}) root(hash)
      ORDER BY root.hash
      ${ON_CONFLICT}
    )
    SELECT count(*)::int AS count FROM gone`);
  return row?.count ?? 0;
}
