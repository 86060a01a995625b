import { createTransactionSlots, type TransactionSlots } from './transaction-slots.ts';

/** Bounds how many works of one key run at once, so that they leave room for those of others. */
export class Turns {
  readonly #size: number;
  readonly #queues = new Map<string, { slots: TransactionSlots; users: number }>();

  /** @param size how many works of one key run at once */
  constructor(size: number) {
    this.#size = size;
  }

  /** Number of works of a key that run or wait. */
  waitingFor(key: string): number {
    return this.#queues.get(key)?.users ?? 0;
  }

  /**
   * Waits for a turn of a key, in the order of the calls, and runs work.
   *
   * @throws an error that `databaseTrouble` calls busy if that takes longer than the wait
   */
  async run<Result>(key: string, waitMs: number, work: () => Promise<Result>): Promise<Result> {
    const queue = this.#queues.get(key) ?? { slots: createTransactionSlots(this.#size), users: 0 };
    this.#queues.set(key, queue);
    queue.users += 1;
    try {
      return await queue.slots.run(waitMs, work);
    } finally {
      queue.users -= 1;
      if (queue.users === 0) this.#queues.delete(key);
    }
  }
}
