import { sql, type PrismaTransaction } from '../../../database/database.ts';
import { keepBlobs } from '../../../revisions/store/content-store.ts';
import { releaseContent } from '../../../revisions/store/release-content.ts';

/**
 * Protects stored blobs from collection while a holder outside of content refers to them. Replaces
 * the holder's previous blobs.
 *
 * @param holder identifies the holder, e.g. by its id
 * @throws CONFLICT when a blob was collected in the meantime
 */
export async function holdBlobs(
  transaction: PrismaTransaction,
  holder: string,
  hashes: readonly string[],
): Promise<void> {
  await keepBlobs(transaction, hashes);
  await dropBlobs(transaction, [holder], hashes);
  await transaction.blobHold.createMany({
    data: [...new Set(hashes)].map((blob) => ({ holder, blob })),
    skipDuplicates: true,
  });
}

/** Releases the blobs of holders, except for the kept ones. */
export async function dropBlobs(
  transaction: PrismaTransaction,
  holders: readonly string[],
  kept: readonly string[] = [],
): Promise<void> {
  const dropped = await transaction.$queryRaw<{ blob: string }[]>(sql`
    DELETE FROM blob_holds h
    WHERE h.holder = ANY(${[...holders]}::text[]) AND NOT h.blob = ANY(${[...kept]}::text[])
    RETURNING h.blob`);
  if (dropped.length === 0) return;
  const names = dropped.map(({ blob }) => ({ kind: 'blob' as const, hash: blob }));
  await releaseContent(transaction, names);
}
