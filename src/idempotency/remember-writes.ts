import type { Context } from '../context.ts';
import { AppError, httpStatusOf, type ErrorCode } from '../errors.ts';
import { canonicalJson } from '../lib/canonical-json.ts';
import { sha256 } from '../lib/hash.ts';
import { storeResult, runOnce, loadResult, type Write } from './remembered-write.ts';

/** A mutation with an idempotency key. */
interface Asked {
  key: string;
  /** Response key of the root field: one operation can have several. */
  field: string;
  /** The mutation and its arguments. */
  request: unknown;
}

/**
 * Runs work whose writes are done once per key, however often and wherever they are requested. The
 * first run does them; later runs only return its result. The result is stored in the transaction
 * of the write. A failed write did nothing and is not stored. A concurrent run waits for the first.
 *
 * So values that a function generates for its write and needs afterwards (an id, a secret) must be
 * part of the write's result. Checks that can refuse a write must run inside it.
 *
 * A write can itself cause the refusal of its repetition, e.g. if users remove their own access.
 * Then the first result is returned, unless the resource no longer exists for the viewer.
 */
export async function rememberWrites<Result>(
  context: Context,
  asked: Asked,
  work: (context: Context) => Result | Promise<Result>,
): Promise<Result> {
  const writeAt = placesOf(context, asked);
  let count = 0;
  const writeInTurn: Context['writeInTurn'] = (turn, inner) => {
    const place = writeAt((count += 1));
    return context.writeInTurn(turn, (transaction) => runOnce(transaction, place, inner));
  };
  const write: Context['write'] = (inner) => writeInTurn(undefined, inner);
  const prepareAndWrite: Context['prepareAndWrite'] = async (prepare, inner) => {
    const done = await loadResult(context.db.prisma, writeAt(count + 1));
    if (done) {
      count += 1;
      return done.result as Awaited<ReturnType<typeof inner>>;
    }
    const prepared = await prepare();
    return write((transaction) => inner(transaction, prepared));
  };
  const remembering = Object.create(context, {
    write: { value: write },
    writeInTurn: { value: writeInTurn },
    prepareAndWrite: { value: prepareAndWrite },
  }) as Context;
  const place = writeAt('result');
  // Without the stored result, a repetition runs the work again on its stored writes.
  const logLoss = (error: unknown) => context.log.warn({ err: error }, 'a response is not stored');
  try {
    const result = await work(remembering);
    if (count > 0) await storeResult(context.db.prisma, place, result).catch(logLoss);
    return result;
  } catch (error) {
    const before = isRefusal(error) && (await loadResult(context.db.prisma, place));
    if (!before) throw error;
    return before.result as Result;
  }
}

/** Returns the ids under which a request is stored: each write by its number, and the result. */
function placesOf(context: Context, { key, field, request }: Asked) {
  const userId = context.viewer.id;
  const fingerprint = sha256(canonicalJson(request));
  return (place: number | 'result'): Write => ({
    id: sha256(canonicalJson([userId, key, field, place])),
    fingerprint,
    key,
    now: context.now(),
  });
}

/** Codes of errors that a repetition must return, instead of the stored result. */
const otherCodes: ReadonlySet<ErrorCode> = new Set(['NOT_FOUND', 'IDEMPOTENCY_KEY_REUSED']);

function isRefusal(error: unknown): boolean {
  return error instanceof AppError && httpStatusOf[error.code] < 500 && !otherCodes.has(error.code);
}
