/** Too many transactions wait for a connection; reported as PostgreSQL and Prisma report it. */
class PoolExhaustedError extends Error {
  override name = 'PoolExhaustedError';
  readonly code = 'P2024';
}

/** Bounds how many transactions run at once. */
export interface TransactionSlots {
  /**
   * Waits for a slot, in the order of the calls, and runs work in it.
   *
   * @throws an error that `databaseTrouble` calls busy if no slot is free within the wait
   */
  run<Result>(waitMs: number, work: () => Promise<Result>): Promise<Result>;
}

/** Runs every transaction at once. */
export const unlimitedSlots: TransactionSlots = { run: (_waitMs, work) => work() };

/** Creates slots for so many transactions. */
export function createTransactionSlots(count: number): TransactionSlots {
  const waiting: (() => void)[] = [];
  let free = count;
  const acquire = (waitMs: number) => {
    if (free > 0) {
      free -= 1;
      return Promise.resolve();
    }
    return new Promise<void>((resolve, reject) => {
      const enter = () => {
        clearTimeout(timer);
        resolve();
      };
      const timer = setTimeout(() => {
        waiting.splice(waiting.indexOf(enter), 1);
        reject(new PoolExhaustedError(`No transaction could begin within ${waitMs} ms.`));
      }, waitMs);
      waiting.push(enter);
    });
  };
  const release = () => {
    const next = waiting.shift();
    if (next) next();
    else free += 1;
  };
  return {
    async run(waitMs, work) {
      await acquire(waitMs);
      try {
        return await work();
      } finally {
        release();
      }
    },
  };
}
