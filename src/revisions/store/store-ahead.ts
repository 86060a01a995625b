import { joinSql, sql, type Database } from '../../database/database.ts';
import { runTransaction } from '../../database/run-transaction.ts';
import { sha256 } from '../../lib/hash.ts';
import { storedBlobs } from './content-store.ts';
import { reserveBlobs } from './release-content.ts';

/** Maximum number of blobs, and of bytes unless it is a single blob, in one statement. */
const BATCH_COUNT_MAX = 200;
const BATCH_SIZE_MAX = 4 * 1024 * 1024;

interface NewBlob {
  hash: string;
  bytes: Uint8Array<ArrayBuffer>;
}

/**
 * Stores bytes before the transaction that refers to them, which then stays short and protects them
 * with `keepBlobs`. Unreferenced bytes are collected after a day. Large ones block nothing: 20 MB
 * in a Prisma transaction would block this process for seconds.
 *
 * @returns the hashes, in order
 */
export async function storeAhead(
  db: Database,
  contents: readonly Uint8Array<ArrayBuffer>[],
): Promise<string[]> {
  if (contents.length === 0) return [];
  const hashes = contents.map(sha256);
  await runTransaction(db, (transaction) => reserveBlobs(transaction, hashes));
  const known = await storedBlobs(db, hashes);
  const fresh = new Map<string, NewBlob>();
  for (const [index, bytes] of contents.entries()) {
    const hash = hashes[index] ?? '';
    if (!known.has(hash)) fresh.set(hash, { hash, bytes });
  }
  for (const batch of batchesOf([...fresh.values()])) {
    const rows = batch.map(({ hash, bytes }) => sql`(${hash}, ${bytes.byteLength}, ${bytes})`);
    await db.query(sql`
      INSERT INTO blobs (hash, size, bytes) VALUES ${joinSql(rows)} ON CONFLICT DO NOTHING`);
  }
  return hashes;
}

/** All writers use one order, so that no two deadlock. */
function batchesOf(blobs: readonly NewBlob[]): NewBlob[][] {
  const batches: NewBlob[][] = [];
  let room = 0;
  for (const blob of blobs.toSorted((a, b) => (a.hash < b.hash ? -1 : 1))) {
    const last = batches.at(-1);
    if (last && last.length < BATCH_COUNT_MAX && blob.bytes.byteLength <= room) {
      last.push(blob);
      room -= blob.bytes.byteLength;
    } else {
      batches.push([blob]);
      room = BATCH_SIZE_MAX - blob.bytes.byteLength;
    }
  }
  return batches;
}
