import { sql, type Database, type PrismaTransaction, type Sql } from '../../database/database.ts';
import { runTransaction } from '../../database/run-transaction.ts';
import { NO_CHILD } from './chunk.ts';
import { isRootSql, releaseContent, type ContentName } from './release-content.ts';

/** Maximum number of chunks and blobs that one transaction checks. */
const BATCH_MAX = 200;

/**
 * Deletes released content that is no longer referenced: a few chunks and blobs per transaction.
 * Content that they referred to is checked next; reserved content, after its time is over.
 * Concurrent writers of the same content lock it, or find it missing and store it again.
 *
 * @returns the number of checked items; 0 when none are left, or only locked ones
 */
export function collectContent(db: Database): Promise<number> {
  return runTransaction(db, async (transaction) => {
    const released = await transaction.$queryRaw<ContentName[]>(sql`
      SELECT r.kind, r.hash FROM released_content r
      WHERE r.released_at <= now() ORDER BY r.kind, r.hash
      LIMIT ${BATCH_MAX} FOR UPDATE SKIP LOCKED`);
    const hashes = (kind: ContentName['kind']) =>
      released.filter((name) => name.kind === kind).map(({ hash }) => hash);
    const chunks = await holdUnused(transaction, sql`content_chunks`, hashes('chunk'));
    const blobs = await holdUnused(transaction, sql`blobs`, hashes('blob'));
    const looked = released.filter(({ kind, hash }) =>
      (kind === 'chunk' ? chunks : blobs).looked.has(hash),
    );
    await forget(transaction, looked);
    await deleteBlobs(transaction, blobs.held);
    await releaseContent(transaction, await deleteChunks(transaction, chunks.held));
    return looked.length;
  });
}

/**
 * Locks rows against writers that would refer to them, except for rows that a writer has locked.
 */
async function holdUnused(
  transaction: PrismaTransaction,
  table: Sql,
  hashes: readonly string[],
): Promise<{ held: string[]; looked: Set<string> }> {
  const named = sql`t.hash = ANY(${[...hashes]}::text[])`;
  const locked = await transaction.$queryRaw<{ hash: string }[]>(sql`
    SELECT t.hash FROM ${table} t WHERE ${named} ORDER BY t.hash FOR UPDATE SKIP LOCKED`);
  const held = new Set(locked.map(({ hash }) => hash));
  const there = await transaction.$queryRaw<{ hash: string }[]>(sql`
    SELECT t.hash FROM ${table} t WHERE ${named}`);
  const busy = new Set(there.map(({ hash }) => hash).filter((hash) => !held.has(hash)));
  return { held: [...held], looked: new Set(hashes.filter((hash) => !busy.has(hash))) };
}

async function forget(
  transaction: PrismaTransaction,
  looked: readonly ContentName[],
): Promise<void> {
  await transaction.$executeRaw(sql`
    DELETE FROM released_content r
    USING unnest(${looked.map(({ kind }) => kind)}::text[],
      ${looked.map(({ hash }) => hash)}::text[]) l(kind, hash)
    WHERE r.kind = l.kind AND r.hash = l.hash`);
}

/** Deletes the blobs that neither entries nor holders outside of content refer to. */
async function deleteBlobs(
  transaction: PrismaTransaction,
  hashes: readonly string[],
): Promise<void> {
  await transaction.$executeRaw(sql`
    DELETE FROM blobs b WHERE b.hash = ANY(${[...hashes]}::text[])
      AND NOT EXISTS (SELECT FROM content_chunks c WHERE c.blobs @> ARRAY[b.hash])
      AND NOT EXISTS (SELECT FROM generated_files m WHERE m.blob = b.hash)
      AND NOT EXISTS (SELECT FROM blob_holds h WHERE h.blob = b.hash)`);
}

/** Deletes the chunks that no revision or chunk refers to. Returns what they referred to. */
async function deleteChunks(
  transaction: PrismaTransaction,
  hashes: readonly string[],
): Promise<ContentName[]> {
  const deleted = await transaction.$queryRaw<{ children: string[]; blobs: string[] }[]>(sql`
    DELETE FROM content_chunks c WHERE c.hash = ANY(${[...hashes]}::text[])
      AND NOT ${isRootSql(sql`c.hash`)}
      AND NOT EXISTS (
        SELECT FROM content_chunks p WHERE p.entries IS NULL AND p.children @> ARRAY[c.hash])
    RETURNING c.children, c.blobs`);
  return deleted.flatMap(({ children, blobs }) => [
    ...children
      .filter((hash) => hash !== NO_CHILD)
      .map((hash) => ({ kind: 'chunk' as const, hash })),
    ...blobs.map((hash) => ({ kind: 'blob' as const, hash })),
  ]);
}
