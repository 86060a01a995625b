import { setTimeout as sleep } from 'node:timers/promises';
import type { Database, Sql } from './database.ts';
import { databaseTrouble } from './database-trouble.ts';
import { unlimitedSlots } from './transaction-slots.ts';

/** Number of attempts of a read, and the first pause in milliseconds, which doubles. */
const ATTEMPTS_MAX = 6;
const PAUSE_MS = 100;

/** A read that waits for others to be sent with. */
interface WaitingRead {
  statement: Sql;
  readonly resolve: (rows: unknown[][] | Promise<unknown[][]>) => void;
}

/**
 * Returns the database as a request uses it whose write was committed: reads that are asked for at
 * once are sent as one, they are tried again while it is busy or cannot be reached, and
 * transactions take the connections that others leave free.
 */
export function patientDatabase(database: Database): Database {
  let waiting: WaitingRead[] = [];
  const send = async () => {
    const reads = waiting;
    waiting = [];
    // One that fails is reported alone, and is tried again.
    const results =
      reads.length > 1
        ? await database.queryAll(reads.map(({ statement }) => statement)).catch(() => [])
        : [];
    for (const [index, { statement, resolve }] of reads.entries()) {
      resolve(results[index] ?? queryPatiently(database, statement));
    }
  };
  return {
    ...database,
    transactionSlots: unlimitedSlots,
    query: (statement) =>
      new Promise((resolve) => {
        if (waiting.push({ statement, resolve }) === 1) setImmediate(() => void send());
      }),
  };
}

async function queryPatiently(database: Database, statement: Sql): Promise<unknown[][]> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await database.query(statement);
    } catch (error) {
      if (attempt === ATTEMPTS_MAX || databaseTrouble(error) === null) throw error;
      await sleep(PAUSE_MS * 2 ** (attempt - 1));
    }
  }
}
