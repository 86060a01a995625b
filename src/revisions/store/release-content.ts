import { joinSql, rawSql, sql, type PrismaTransaction, type Sql } from '../../database/database.ts';
import type { Revision } from '../../database/generated/prisma/client.ts';

/** A chunk or a blob, by its hash. */
export interface ContentName {
  kind: 'chunk' | 'blob';
  hash: string;
}

/** The columns of a revision with the root chunks of its content. */
const rootColumns = ['pages_hash', 'files_hash', 'reusable_contents_hash'] as const;

/** Time in hours for which content is kept that is stored before it is referenced. */
const STORED_AHEAD_HOURS = 24;

/** In milliseconds, like the column, which would round up. */
const NOW = sql`date_trunc('milliseconds', now())`;

/**
 * The collector deletes a name after checking it. A concurrent release waits for that, and inserts
 * the name again. The latest time wins.
 */
const ON_CONFLICT = sql`ON CONFLICT (kind, hash) DO UPDATE
  SET released_at = greatest(released_content.released_at, excluded.released_at)`;

/** Returns the root chunks of a revision's content. */
export function rootsOf(
  content: Pick<Revision, 'pagesHash' | 'filesHash' | 'reusableContentsHash'>,
): ContentName[] {
  const { pagesHash, filesHash, reusableContentsHash } = content;
  return [pagesHash, filesHash, reusableContentsHash].map((hash) => ({ kind: 'chunk', hash }));
}

/** True if a chunk is a root of any revision. */
export function isRootSql(hash: Sql): Sql {
  const each = rootColumns.map(
    (column) => sql`EXISTS (SELECT FROM revisions r WHERE r.${rawSql(column)} = ${hash})`,
  );
  return sql`(${joinSql(each, ' OR ')})`;
}

/** Marks content that lost a reference, so that it is collected if that was the last one. */
export function releaseContent(
  transaction: PrismaTransaction,
  names: readonly ContentName[],
): Promise<void> {
  return release(transaction, names, 0);
}

/**
 * Protects blobs from collection for a day, whether they are already stored or stored later in the
 * transaction. Unreferenced blobs are collected afterwards.
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

/** Deletes up to `limit` revisions of a deleted space. Returns the number. */
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
