import {
  joinSql,
  rawSql,
  sql,
  type PrismaTransaction,
  type Sql,
} from '../../../database/database.ts';

/** A chunk or a blob, by its hash. */
export interface ContentName {
  kind: 'chunk' | 'blob';
  hash: string;
}

/** The columns of a revision that name the root chunks of its content. */
const rootColumns = ['pages_hash', 'files_hash', 'reusable_contents_hash'] as const;

/**
 * The collector forgets a name when it has looked at it. Whoever releases that at the same time
 * must wait for it, and remember the name anew.
 */
const ON_CONFLICT = sql`ON CONFLICT (kind, hash) DO UPDATE SET released_at = now()`;

/** True when a revision has a chunk as one of its roots. */
export function isRootSql(hash: Sql): Sql {
  const each = rootColumns.map(
    (column) => sql`EXISTS (SELECT FROM revisions r WHERE r.${rawSql(column)} = ${hash})`,
  );
  return sql`(${joinSql(each, ' OR ')})`;
}

/** Remembers content that lost a reference, so that it is collected if that was the last one. */
export async function releaseContent(
  transaction: PrismaTransaction,
  names: readonly ContentName[],
): Promise<void> {
  await transaction.$executeRaw(sql`
    INSERT INTO released_content (kind, hash)
    SELECT DISTINCT n.kind, n.hash FROM unnest(${names.map(({ kind }) => kind)}::text[],
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
      INSERT INTO released_content (kind, hash)
      SELECT DISTINCT 'chunk', root.hash FROM gone CROSS JOIN LATERAL (VALUES ${roots}) root(hash)
      ORDER BY root.hash
      ${ON_CONFLICT}
    )
    SELECT count(*)::int AS count FROM gone`);
  return row?.count ?? 0;
}
