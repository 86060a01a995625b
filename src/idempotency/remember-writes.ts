import type { Context } from '../context.ts';
import { AppError, httpStatusOf, type ErrorCode } from '../errors.ts';
import { canonicalJson } from '../lib/canonical-json.ts';
import { sha256 } from '../lib/hash.ts';
import { keepAnswer, once, recallAnswer, type Write } from './remembered-write.ts';

/** What is done with a key. */
interface Asked {
  key: string;
  /** Which field of the operation does it: one operation can hold several. */
  field: string;
  /** What it is asked to do. */
  request: unknown;
}

/**
 * Runs work whose writes are done once for a key, however often and wherever they are asked for:
 * the first answers what it did, and the others answer the same without doing anything. What was
 * done is remembered in the transaction of the write. One that failed did nothing, and is not
 * remembered; one that is asked for while the first still runs waits for it.
 *
 * So whatever a function makes up for what it writes, and needs afterwards (an id, a secret), must
 * be part of what its write answers; and what refuses a write must do it inside.
 *
 * What was done can itself be what now refuses to do it again, e.g. when somebody took a right from
 * themselves. Then the answer of before stands, but not to those for whom the thing does not exist
 * any more.
 */
export async function rememberWrites<Answer>(
  context: Context,
  asked: Asked,
  work: (context: Context) => Answer | Promise<Answer>,
): Promise<Answer> {
  const writeAt = placesOf(context, asked);
  let count = 0;
  const write: Context['write'] = (inner) => {
    const place = writeAt((count += 1));
    return context.write((transaction) => once(transaction, place, inner));
  };
  const prepareAndWrite: Context['prepareAndWrite'] = async (prepare, inner) => {
    const done = await recallAnswer(context.db.prisma, writeAt(count + 1));
    if (done) {
      count += 1;
      return done.answer as Awaited<ReturnType<typeof inner>>;
    }
    const prepared = await prepare();
    return write((transaction) => inner(transaction, prepared));
  };
  const remembering = Object.create(context, {
    write: { value: write },
    prepareAndWrite: { value: prepareAndWrite },
  }) as Context;
  const place = writeAt('answer');
  // Without it the same request does its work again on what its writes are remembered to have done.
  const logLoss = (error: unknown) => context.log.warn({ err: error }, 'an answer is not kept');
  try {
    const answer = await work(remembering);
    if (count > 0) await keepAnswer(context.db.prisma, place, answer).catch(logLoss);
    return answer;
  } catch (error) {
    const before = isRefusal(error) && (await recallAnswer(context.db.prisma, place));
    if (!before) throw error;
    return before.answer as Answer;
  }
}

/** Names what is remembered of a request: each of its writes by its number, and its answer. */
function placesOf(context: Context, { key, field, request }: Asked) {
  const userId = context.viewer.id;
  const fingerprint = sha256(canonicalJson(request));
  return (place: number | 'answer'): Write => ({
    id: sha256(canonicalJson([userId, key, field, place])),
    fingerprint,
    key,
    now: context.now(),
  });
}

/** Codes that say more than that a request is refused as things are now. */
const otherCodes: ReadonlySet<ErrorCode> = new Set(['NOT_FOUND', 'IDEMPOTENCY_KEY_REUSED']);

function isRefusal(error: unknown): boolean {
  return error instanceof AppError && httpStatusOf[error.code] < 500 && !otherCodes.has(error.code);
}
