import { DatabaseError } from 'pg';
import { AppError, commitUnknown, conflict } from '../errors.ts';
import type { Database, PrismaTransaction } from './database.ts';
import type { ReadAfterCommit } from './direct-transaction.ts';
import { databaseTrouble, isLostRace, type DatabaseTrouble } from './database-trouble.ts';
import { Prisma } from './generated/prisma/client.ts';
import { refusedText } from './refused-text.ts';
import { CommitError, UncommittedError } from './transaction-client.ts';
import { uniqueViolation, violatedIndex } from './unique-violation.ts';

/** Longest wait for a slot, and longest run of a transaction, in milliseconds. */
const WAIT_MAX_MS = 10_000;
const RUN_MAX_MS = 60_000;
/** PostgreSQL's code of a row that refers to one that is missing. */
const FOREIGN_KEY_VIOLATION = '23503';
/** Trouble that passes only when somebody does something about it. */
const lastingTroubles: ReadonlySet<DatabaseTrouble> = new Set(['full', 'readOnly', 'damaged']);
/** Number of attempts of a transaction that fails because of a concurrent one. */
const ATTEMPTS_MAX = 5;

/** Options of a transaction. */
export interface TransactionOptions {
  /** Longest run, in milliseconds. */
  timeout?: number;
  /**
   * Resource that the transaction holds for long, such as a space: transactions of one turn wait
   * for each other before they take a connection.
   */
  turn?: string | undefined;
  /** A read of what was written, which is sent together with the commit. */
  read?: ReadAfterCommit | undefined;
}

/**
 * Runs writes as one transaction, of a minute at most. One that the database rolled back because
 * of a concurrent one (deadlock, serialization, a unique value) did nothing, and is tried again.
 *
 * @throws CONFLICT when another write took a unique value or deleted what this one refers to,
 *   BAD_USER_INPUT for text with the character U+0000, SERVICE_UNAVAILABLE when it took too long,
 *   or when the connection was lost while it was committed
 */
export async function runTransaction<Result>(
  database: Pick<Database, 'transact' | 'transactionSlots' | 'turns' | 'writes'>,
  work: (transaction: PrismaTransaction) => Promise<Result>,
  { timeout = RUN_MAX_MS, turn, read }: TransactionOptions = {},
): Promise<Result> {
  const { transactionSlots, turns, writes } = database;
  for (let attempt = 1; ; attempt += 1) {
    const attemptOnce = () => database.transact(work, timeout, read);
    const attemptInSlot = () => transactionSlots.run(WAIT_MAX_MS, attemptOnce);
    try {
      const result = await (turn === undefined
        ? attemptInSlot()
        : turns.run(turn, RUN_MAX_MS, attemptInSlot));
      writes.trouble = null;
      return result;
    } catch (thrown) {
      const isCommitting = thrown instanceof CommitError;
      const error = isCommitting || thrown instanceof UncommittedError ? thrown.cause : thrown;
      if (error instanceof AppError) throw error;
      const trouble = databaseTrouble(error);
      if (isCommitting && trouble === 'unreachable') throw commitUnknown();
      if (trouble !== null && lastingTroubles.has(trouble)) writes.trouble = trouble;
      const code =
        error instanceof Prisma.PrismaClientKnownRequestError || error instanceof DatabaseError
          ? error.code
          : undefined;
      // Tried again, the write finds what has the value and says so.
      const index = violatedIndex(error);
      const isRace = isLostRace(error) || index !== undefined;
      if (isRace && attempt < ATTEMPTS_MAX) continue;
      if (index !== undefined) throw uniqueViolation(index);
      if (code === 'P2003' || code === FOREIGN_KEY_VIOLATION)
        throw conflict(
          'A resource that the request refers to was deleted at the same time: look for it, and choose another.',
        );
      throw refusedText(error) ?? error;
    }
  }
}
