import type { PrismaTransaction } from '../database/database.ts';
import { AppError } from '../errors.ts';
import { seal, unseal } from '../lib/sealed.ts';
import { IDEMPOTENCY_KEY_LIFETIME_MS } from './idempotency-key.ts';

/** Part of the key of what is stored already: another word would make it unreadable. */
const PURPOSE = 'result of a write';

/** What is remembered once: a write, or what came of all writes of a request. */
export interface Write {
  id: string;
  /** Of what was asked. */
  fingerprint: string;
  key: string;
  now: Date;
}

/**
 * Does a write, or answers what it answered before. Waits for a transaction that does the same.
 *
 * @throws IDEMPOTENCY_KEY_REUSED when something else was asked with the key
 */
export async function once<Result>(
  transaction: PrismaTransaction,
  write: Write,
  work: (transaction: PrismaTransaction) => Promise<Result>,
): Promise<Result> {
  const { id, fingerprint, key } = write;
  if (await claim(transaction, write, new Uint8Array())) {
    const result = await work(transaction);
    const data = { result: seal(result, key, PURPOSE) };
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
  return unseal(done.result, key, PURPOSE) as Result;
}

/** Remembers what a request answered, unless an answer of it is remembered. */
export async function keepAnswer(
  prisma: PrismaTransaction,
  write: Write,
  answer: unknown,
): Promise<void> {
  await claim(prisma, write, seal(answer, write.key, PURPOSE));
}

/** What the same request answered before; null when nothing is remembered. */
export async function recallAnswer(
  prisma: PrismaTransaction,
  { id, fingerprint, key, now }: Write,
): Promise<{ answer: unknown } | null> {
  const where = { id, fingerprint, createdAt: { gt: expiredAt(now) } };
  const done = await prisma.idempotentWrite.findFirst({ where });
  return done && { answer: unseal(done.result, key, PURPOSE) };
}

/** Takes the place of a write. False when another one has it. */
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

/** Writes from then and before are forgotten. */
function expiredAt(now: Date): Date {
  return new Date(now.getTime() - IDEMPOTENCY_KEY_LIFETIME_MS);
}
