import { sql, type PrismaTransaction } from '../../../database/database.ts';
import { keepBlobs } from '../store/content-store.ts';
import { releaseContent } from '../store/release-content.ts';

/**
 * Keeps blobs that were stored ahead and that something outside of content has, in the place of
 * those that it had: they stay as long as it holds them.
 *
 * @param holder names what has them, e.g. by its id
 * @throws CONFLICT when one was collected meanwhile
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

/** Lets go of the blobs of holders that are gone, but for those that are named. */
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
