import { joinSql, sql, type Database } from '../../../database/database.ts';
import { runTransaction } from '../../../database/run-transaction.ts';
import { sha256 } from '../../../lib/hash.ts';
import { storedBlobs } from './content-store.ts';
import { reserveBlobs } from './release-content.ts';

/** Most blobs, and most bytes but for a single blob, that one statement stores. */
const BATCH_COUNT_MAX = 200;
const BATCH_SIZE_MAX = 4 * 1024 * 1024;

interface NewBlob {
  hash: string;
  bytes: Uint8Array<ArrayBuffer>;
}

/**
 * Stores bytes before the transaction that is to refer to them, which keeps them (`keepBlobs`) and
 * is short then. What nothing refers to is collected after a day. Large ones stop nothing else
 * meanwhile: by way of a transaction of Prisma, 20 MB would hold up this process for seconds.
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

/** In one order for all writers, so that no two wait for each other. */
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
