import { AppError, conflict, tookTooLong } from '../errors.ts';
import type { Database, PrismaTransaction } from './database.ts';
import { isLostRace } from './database-trouble.ts';
import { Prisma } from './generated/prisma/client.ts';
import { refusedText } from './refused-text.ts';
import { uniqueViolation, violatedIndex } from './unique-violation.ts';

/** Longest wait for a connection, and longest run of a transaction, in milliseconds. */
const WAIT_MAX_MS = 10_000;
const RUN_MAX_MS = 60_000;
/** What Prisma says of a transaction that ran too long; the same code is for one that waited. */
const EXPIRED = /expired transaction/;
/** How often a transaction is tried that lost against a concurrent one. */
const ATTEMPTS_MAX = 5;

/**
 * Runs writes as one transaction, of a minute at most. One that the database rolled back because
 * of a concurrent one (deadlock, serialization, a unique value) did nothing, and is tried again.
 *
 * @param timeout longest run, in milliseconds
 * @throws CONFLICT when another write took a unique value or deleted what this one refers to,
 *   BAD_USER_INPUT for text with the character U+0000, SERVICE_UNAVAILABLE when it took too long
 */
export async function runTransaction<Result>(
  database: Pick<Database, 'prisma'>,
  work: (transaction: PrismaTransaction) => Promise<Result>,
  timeout = RUN_MAX_MS,
): Promise<Result> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await database.prisma.$transaction(work, {
        maxWait: WAIT_MAX_MS,
        timeout,
      });
    } catch (error) {
      if (error instanceof AppError) throw error;
      const code = error instanceof Prisma.PrismaClientKnownRequestError ? error.code : undefined;
      if (code === 'P2028' && EXPIRED.test(String(error))) throw tookTooLong(timeout);
      // Tried again, the write finds what has the value and says so.
      const index = violatedIndex(error);
      const isRace = isLostRace(error) || index !== undefined;
      if (isRace && attempt < ATTEMPTS_MAX) continue;
      if (index !== undefined) throw uniqueViolation(index);
      if (code === 'P2003') throw conflict('Something that this refers to was deleted meanwhile.');
      throw refusedText(error) ?? error;
    }
  }
}
