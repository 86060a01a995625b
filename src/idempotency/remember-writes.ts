import type { Context } from '../context.ts';
import type { PrismaTransaction } from '../database/database.ts';
import { AppError } from '../errors.ts';
import { canonicalJson } from '../lib/canonical-json.ts';
import { sha256 } from '../lib/hash.ts';
import { IDEMPOTENCY_KEY_LIFETIME_MS } from './idempotency-key.ts';
import { seal, unseal } from './sealed-result.ts';

/** What is done with a key. */
export interface Asked {
  key: string;
  /** Which field of the operation does it: one operation can hold several. */
  field: string;
  /** What it is asked to do. */
  request: unknown;
}

/**
 * A context whose writes are done once for a key, however often and wherever they are asked for:
 * the first answers what it did, and the others answer the same without doing anything. What was
 * done is remembered in the transaction of the write. One that failed did nothing, and is not
 * remembered; one that is asked for while the first still runs waits for it.
 *
 * So whatever a function makes up for what it writes, and needs afterwards (an id, a secret), must
 * be part of what its write answers.
 */
export function rememberWrites(context: Context, { key, field, request }: Asked): Context {
  const userId = context.viewer.id;
  const fingerprint = sha256(canonicalJson(request));
  let count = 0;
  return Object.create(context, {
    write: {
      value<Result>(work: (transaction: PrismaTransaction) => Promise<Result>): Promise<Result> {
        const place = [userId, key, field, (count += 1)];
        const write = { id: sha256(canonicalJson(place)), fingerprint, key, now: context.now() };
        return context.write((transaction) => once(transaction, write, work));
      },
    },
  }) as Context;
}

interface Write {
  id: string;
  fingerprint: string;
  key: string;
  now: Date;
}

async function once<Result>(
  transaction: PrismaTransaction,
  { id, fingerprint, key, now }: Write,
  work: (transaction: PrismaTransaction) => Promise<Result>,
): Promise<Result> {
  const { idempotentWrite: writes } = transaction;
  const expired = new Date(now.getTime() - IDEMPOTENCY_KEY_LIFETIME_MS);
  await writes.deleteMany({ where: { id, createdAt: { lte: expired } } });
  const data = { id, fingerprint, result: new Uint8Array(), createdAt: now };
  // Waits for a transaction that does the same write.
  const { count } = await writes.createMany({ data, skipDuplicates: true });
  if (count > 0) {
    const result = await work(transaction);
    await writes.update({ where: { id }, data: { result: seal(result, key) } });
    return result;
  }
  const done = await writes.findUniqueOrThrow({ where: { id } });
  if (done.fingerprint !== fingerprint) {
    throw new AppError(
      'IDEMPOTENCY_KEY_REUSED',
      'The idempotency key came with another request before: take a new one for each request.',
    );
  }
  return unseal(done.result, key) as Result;
}
