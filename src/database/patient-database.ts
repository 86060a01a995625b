import { setTimeout as sleep } from 'node:timers/promises';
import type { Database } from './database.ts';
import { databaseTrouble } from './database-trouble.ts';
import { unlimitedSlots } from './transaction-slots.ts';

/** How often a read is tried, and the first pause, which doubles, in milliseconds. */
const ATTEMPTS_MAX = 6;
const PAUSE_MS = 100;

/**
 * Returns the database as a request uses it whose write was committed: reads are tried again while
 * it is busy or cannot be reached, and transactions take the connections that others leave free.
 */
export function patientDatabase(database: Database): Database {
  return {
    ...database,
    transactionSlots: unlimitedSlots,
    async query(statement) {
      for (let attempt = 1; ; attempt += 1) {
        try {
          return await database.query(statement);
        } catch (error) {
          if (attempt === ATTEMPTS_MAX || databaseTrouble(error) === null) throw error;
          await sleep(PAUSE_MS * 2 ** (attempt - 1));
        }
      }
    },
  };
}
