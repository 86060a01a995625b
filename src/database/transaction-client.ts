import pg from 'pg';
import { StatementBatch, type BatchCallback, type DriverStatement } from './statement-batch.ts';

/** What a statement without rows returns. */
const noResult: pg.QueryArrayResult = {
  ...{ command: '', rowCount: 0, oid: 0, fields: [], rows: [] },
};

/**
 * A connection whose transactions begin with their first statement: `BEGIN` is sent together with
 * it, and one without any statement is not sent at all.
 */
export class TransactionClient extends pg.Client {
  #waitsToBegin = false;
  #transactions = 0;

  /** Tells the transaction that runs, or ran last, from all others of this connection. */
  get transactionNumber(): number {
    return this.#transactions;
  }

  /** Sends several statements at once, and returns their results. */
  async queryAll(statements: readonly DriverStatement[]): Promise<pg.QueryArrayResult[]> {
    const begins = this.#waitsToBegin;
    this.#waitsToBegin = false;
    const sent = begins ? [{ text: 'BEGIN' }, ...statements] : statements;
    const results = await this.#send(new StatementBatch(sent));
    return begins ? results.slice(1) : results;
  }

  #send(batch: StatementBatch): Promise<pg.QueryArrayResult[]> {
    return new Promise((resolve, reject) => {
      const callback: BatchCallback = (error, results = []) => {
        if (error) reject(error);
        else resolve(results);
      };
      void super.query(batch as never, callback as never);
    });
  }

  override query(...args: unknown[]): never {
    return this.#query(...args) as never;
  }

  #query(...args: unknown[]): unknown {
    const [config] = args as [DriverStatement | string];
    // Only Prisma describes these as objects.
    const text = typeof config === 'object' ? config.text : undefined;
    if (text === 'BEGIN') {
      this.#waitsToBegin = true;
      this.#transactions += 1;
      return Promise.resolve(noResult);
    }
    const isEnd = text === 'COMMIT' || text === 'ROLLBACK';
    if (isEnd) this.#transactions += 1;
    if (this.#waitsToBegin) {
      if (!isEnd) return this.queryAll([config as DriverStatement]).then(([result]) => result);
      this.#waitsToBegin = false;
      return Promise.resolve(noResult);
    }
    return super.query(...(args as [never]));
  }
}
