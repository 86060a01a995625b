import pg from 'pg';
import { StatementBatch, type BatchCallback, type DriverStatement } from './statement-batch.ts';

/** Result of a statement without rows. */
const noResult: pg.QueryArrayResult = {
  ...{ command: '', rowCount: 0, oid: 0, fields: [], rows: [] },
};

/**
 * A connection whose transactions begin with their first statement: `BEGIN` is sent together with
 * it, and one without any statement is not sent at all.
 */
export class TransactionClient extends pg.Client {
  #waitsToBegin = false;
  /** Statements that are sent with the next one, be it the end of the transaction. */
  #held: DriverStatement[] = [];
  #transactions = 0;

  /** Tells the transaction that runs, or ran last, from all others of this connection. */
  get transactionNumber(): number {
    return this.#transactions;
  }

  /** Sends several statements at once, and returns their results. */
  async queryAll(statements: readonly DriverStatement[]): Promise<pg.QueryArrayResult[]> {
    const before = [...(this.#waitsToBegin ? [{ text: 'BEGIN' }] : []), ...this.#held];
    this.#waitsToBegin = false;
    this.#held = [];
    const results = await this.#send(new StatementBatch([...before, ...statements]));
    return results.slice(before.length);
  }

  /** Sends a statement with the one that follows: its failure is that of the next one. */
  hold(statement: DriverStatement): void {
    this.#held.push(statement);
  }

  /** Result of the end of the running transaction, with the failure, if any. */
  outcome: { failure?: { error: unknown; isUncommitted: boolean } } = {};

  /**
   * Ends a transaction with what it still has to do. A failure is noted, not thrown: Prisma gives a
   * connection back only after a transaction that ended.
   */
  async #commit(commit: DriverStatement): Promise<pg.QueryArrayResult> {
    const { outcome } = this;
    const begin = this.#waitsToBegin ? [{ text: 'BEGIN' }] : [];
    const batch = new StatementBatch([...begin, ...this.#held, commit]);
    this.#waitsToBegin = false;
    this.#held = [];
    try {
      await this.#send(batch);
    } catch (error) {
      // The server ran nothing behind the statement that it refused.
      const isUncommitted = error instanceof pg.DatabaseError && !batch.isAtLast;
      outcome.failure = { error, isUncommitted };
      await super.query('ROLLBACK').catch(() => undefined);
    }
    return noResult;
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
    if (text === 'ROLLBACK') this.#held = [];
    if (this.#held.length > 0 && text === 'COMMIT') return this.#commit(config as DriverStatement);
    if (this.#waitsToBegin && isEnd) {
      this.#waitsToBegin = false;
      return Promise.resolve(noResult);
    }
    if (this.#waitsToBegin || this.#held.length > 0) {
      return this.queryAll([config as DriverStatement]).then(([result]) => result);
    }
    return super.query(...(args as [never]));
  }
}
