import { createTransactionSlots, type TransactionSlots } from './transaction-slots.ts';

/** Lets the works of one key run one after the other, in the order of the calls. */
export class Turns {
  readonly #queues = new Map<string, { slots: TransactionSlots; users: number }>();

  /** How many works of a key run or wait. */
  waitingFor(key: string): number {
    return this.#queues.get(key)?.users ?? 0;
  }

  /**
   * Waits until nothing else runs for a key, and runs work.
   *
   * @throws an error that `databaseTrouble` calls busy if that takes longer than the wait
   */
  async run<Result>(key: string, waitMs: number, work: () => Promise<Result>): Promise<Result> {
    const queue = this.#queues.get(key) ?? { slots: createTransactionSlots(1), users: 0 };
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
