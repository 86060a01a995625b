import type { PrismaTransaction } from '../database/database.ts';
import { keepOpen } from '../database/direct-transaction.ts';
import { AppError } from '../errors.ts';
import { encrypt, decrypt } from '../lib/encryption.ts';
import { IDEMPOTENCY_KEY_LIFETIME_MS } from './idempotency-key.ts';

/** Part of the encryption of stored results: changing it would make them unreadable. */
const PURPOSE = 'result of a write';

/** A stored write, or the stored result of all writes of a request. */
export interface Write {
  id: string;
  /** Hash of the request. */
  fingerprint: string;
  key: string;
  now: Date;
}

/**
 * Runs a write, or returns its stored result. Waits for a transaction that does the same write.
 *
 * @throws IDEMPOTENCY_KEY_REUSED when the key was used for another request
 */
export async function runOnce<Result>(
  transaction: PrismaTransaction,
  write: Write,
  work: (transaction: PrismaTransaction) => Promise<Result>,
): Promise<Result> {
  const { id, fingerprint, key } = write;
  keepOpen(transaction);
  if (await claim(transaction, write, new Uint8Array())) {
    const result = await work(transaction);
    const data = { result: encrypt(result, key, PURPOSE) };
    await transaction.idempotentWrite.update({ where: { id }, data });
    return result;
  }
  const done = await transaction.idempotentWrite.findUniqueOrThrow({ where: { id } });
  if (done.fingerprint !== fingerprint) {
    throw new AppError(
      'IDEMPOTENCY_KEY_REUSED',
      'The idempotency key came with another request before: take a new one for each request.',
    );
  }
  return decrypt(done.result, key, PURPOSE) as Result;
}

/** Stores the result of a request, unless one is stored already. */
export async function storeResult(
  prisma: PrismaTransaction,
  write: Write,
  result: unknown,
): Promise<void> {
  await claim(prisma, write, encrypt(result, write.key, PURPOSE));
}

/** Returns the stored result of the same request; null if there is none. */
export async function loadResult(
  prisma: PrismaTransaction,
  { id, fingerprint, key, now }: Write,
): Promise<{ result: unknown } | null> {
  const where = { id, fingerprint, createdAt: { gt: expiredAt(now) } };
  const done = await prisma.idempotentWrite.findFirst({ where });
  return done && { result: decrypt(done.result, key, PURPOSE) };
}

/** Claims a write. Returns false if another transaction did so first. */
async function claim(
  transaction: PrismaTransaction,
  { id, fingerprint, now }: Write,
  result: Uint8Array<ArrayBuffer>,
): Promise<boolean> {
  const { idempotentWrite: writes } = transaction;
  await writes.deleteMany({ where: { id, createdAt: { lte: expiredAt(now) } } });
  const data = { id, fingerprint, result, createdAt: now };
  const { count } = await writes.createMany({ data, skipDuplicates: true });
  return count > 0;
}

/** Returns the time up to which stored writes have expired. */
function expiredAt(now: Date): Date {
  return new Date(now.getTime() - IDEMPOTENCY_KEY_LIFETIME_MS);
}
