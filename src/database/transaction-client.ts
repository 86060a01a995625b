import pg from 'pg';
import { StatementBatch, type BatchCallback, type DriverStatement } from './statement-batch.ts';

/** The last statement of a transaction failed, which was therefore undone. */
export class UncommittedError extends Error {
  override name = 'UncommittedError';

  constructor(cause: unknown) {
    super('The last statement of a transaction failed.', { cause });
  }
}

/**
 * A connection whose transactions begin with their first statement: `BEGIN` is sent together with
 * it, and one without any statement is not sent at all.
 */
export class TransactionClient extends pg.Client {
  #waitsToBegin = false;
  /** Statements that are sent with the next one, be it the end of the transaction. */
  #held: DriverStatement[] = [];

  /** Begins a transaction with the next statement. */
  begin(): void {
    this.#waitsToBegin = true;
  }

  /** Sends several statements at once, and returns their results. */
  async queryAll(statements: readonly DriverStatement[]): Promise<pg.QueryArrayResult[]> {
    const before = this.#takeWaiting();
    const results = await this.#send(new StatementBatch([...before, ...statements]));
    return results.slice(before.length);
  }

  /** Sends a statement with the one that follows: its failure is that of the next one. */
  hold(statement: DriverStatement): void {
    this.#held.push(statement);
  }

  /**
   * Ends a transaction with the statements that it holds.
   *
   * @param read a statement that is sent with them, and sees what the transaction wrote
   * @returns the result of that statement; undefined without one, and if it fails
   * @throws UncommittedError when the server refused one of them, or one before; the error of the
   *   connection or of the commit when it is unknown whether it was done
   */
  async commit(read?: DriverStatement): Promise<pg.QueryArrayResult | undefined> {
    const isUnused = this.#waitsToBegin && this.#held.length === 0;
    const statements = this.#takeWaiting();
    if (isUnused) return undefined;
    const commitIndex = statements.length;
    const batch = new StatementBatch([
      ...statements,
      { text: 'COMMIT' },
      ...(read === undefined ? [] : [read]),
    ]);
    let results;
    try {
      results = await this.#send(batch);
    } catch (error) {
      if (batch.doneCount > commitIndex) return undefined;
      // The server ran nothing behind the statement that it refused.
      throw error instanceof pg.DatabaseError && batch.doneCount < commitIndex
        ? new UncommittedError(error)
        : error;
    }
    if (results[commitIndex]?.command === 'ROLLBACK') {
      throw new UncommittedError(new Error('A statement of the transaction failed before.'));
    }
    return results[commitIndex + 1];
  }

  /** Undoes a transaction. */
  async rollback(): Promise<void> {
    const isUnused = this.#waitsToBegin;
    this.#takeWaiting();
    if (!isUnused) await super.query('ROLLBACK');
  }

  #takeWaiting(): DriverStatement[] {
    const waiting = [...(this.#waitsToBegin ? [{ text: 'BEGIN' }] : []), ...this.#held];
    this.#waitsToBegin = false;
    this.#held = [];
    return waiting;
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
}
