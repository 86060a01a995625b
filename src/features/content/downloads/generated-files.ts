import { sql, type Database, type PrismaTransaction } from '../../../database/database.ts';
import { runTransaction } from '../../../database/run-transaction.ts';
import { AppError } from '../../../errors.ts';
import { storeBlobs } from '../../../revisions/store/content-store.ts';
import { releaseContent } from '../../../revisions/store/release-content.ts';

/** Maximum size of all generated files: 2 GB. */
const KEPT_SIZE_MAX = 2_000_000_000;
/** Time in hours after which an unused file is deleted; longer than the lifetime of its URLs. */
const KEPT_HOURS = 24;
/** Time in hours during which a file is never deleted, since a URL of it may be in use. */
const HELD_HOURS = 2;
/** Maximum number of files that one transaction deletes. */
const BATCH_MAX = 200;

/**
 * Finds a file generated from content, such as a PDF, by the hash of its inputs. Generated files
 * are stored with the content, so that each gateway has them, until a day after their last use.
 *
 * @returns the hash of the bytes; undefined if there is no such file
 */
export async function findGeneratedFile(db: Database, key: string): Promise<string | undefined> {
  return runTransaction(db, async (transaction) => {
    const [row] = await transaction.$queryRaw<{ blob: string }[]>(sql`
      UPDATE generated_files m SET used_at = now() WHERE m.key = ${key} RETURNING m.blob`);
    return row?.blob;
  });
}

/**
 * Stores a generated file. Deletes files that were not used recently to make room.
 *
 * @returns the hash of the bytes
 * @throws SERVICE_UNAVAILABLE when there is no room
 */
export async function storeGeneratedFile(
  db: Database,
  key: string,
  bytes: Uint8Array<ArrayBuffer>,
  sizeMax = KEPT_SIZE_MAX,
): Promise<string> {
  return runTransaction(db, async (transaction) => {
    await makeRoom(transaction, sizeMax - bytes.byteLength);
    const [blob = ''] = await storeBlobs(transaction, [bytes]);
    const [kept] = await transaction.$queryRaw<{ blob: string }[]>(sql`
      INSERT INTO generated_files AS m (key, blob, size, used_at)
      VALUES (${key}, ${blob}, ${bytes.byteLength}, now())
      ON CONFLICT (key) DO UPDATE SET used_at = now() RETURNING m.blob`);
    // Another gateway generated the same file; its bytes are used instead.
    if (kept && kept.blob !== blob)
      await releaseContent(transaction, [{ kind: 'blob', hash: blob }]);
    return kept?.blob ?? blob;
  });
}

/** Deletes files that were not used for a day. Returns the number. */
export async function removeGeneratedFiles(db: Database): Promise<number> {
  return runTransaction(db, async (transaction) => {
    const removed = await transaction.$queryRaw<{ blob: string }[]>(sql`
      DELETE FROM generated_files m WHERE m.key IN (
        SELECT key FROM generated_files WHERE used_at < now() - make_interval(hours => ${KEPT_HOURS}::int)
        ORDER BY used_at LIMIT ${BATCH_MAX} FOR UPDATE SKIP LOCKED)
      RETURNING m.blob`);
    await release(transaction, removed);
    return removed.length;
  });
}

async function makeRoom(transaction: PrismaTransaction, room: number): Promise<void> {
  const removed = await transaction.$queryRaw<{ blob: string }[]>(sql`
    DELETE FROM generated_files m USING (
      SELECT key, sum(size) OVER (ORDER BY used_at DESC, key) AS total FROM generated_files
    ) newer
    WHERE m.key = newer.key AND newer.total > ${room}
      AND m.used_at < now() - make_interval(hours => ${HELD_HOURS}::int)
    RETURNING m.blob`);
  await release(transaction, removed);
  const [kept] = await transaction.$queryRaw<{ size: number }[]>(
    sql`SELECT coalesce(sum(size), 0)::float8 AS size FROM generated_files`,
  );
  if ((kept?.size ?? 0) <= room) return;
  throw new AppError(
    'SERVICE_UNAVAILABLE',
    'There is no room for the file, as many were made in the last hours. Try again later.',
  );
}

function release(
  transaction: PrismaTransaction,
  removed: readonly { blob: string }[],
): Promise<void> {
  return releaseContent(
    transaction,
    removed.map(({ blob }) => ({ kind: 'blob', hash: blob })),
  );
}
