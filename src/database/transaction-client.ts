import pg from 'pg';
import { StatementBatch, type BatchCallback, type DriverStatement } from './statement-batch.ts';

/** The end of a transaction failed, so that it is unknown whether it was committed. */
export class CommitError extends Error {
  override name = 'CommitError';

  constructor(cause: unknown) {
    super('A transaction could not be ended.', { cause });
  }
}

/** The last statement of a transaction failed, which was therefore undone. */
export class UncommittedError extends Error {
  override name = 'UncommittedError';

  constructor(cause: unknown) {
    super('The last statement of a transaction failed.', { cause });
  }
}

// Prepared, as they are sent with most others.
const beginStatement: DriverStatement = { name: 'begin', text: 'BEGIN' };
const commitStatement: DriverStatement = { name: 'commit', text: 'COMMIT' };

/** Results of the last statements of a transaction. */
export interface CommitResults {
  readonly last: readonly pg.QueryArrayResult[];
  /** The result of the read that was sent along; undefined without one, and if it failed. */
  readonly read: pg.QueryArrayResult | undefined;
}

/** Statements that are sent with the others of their tick. */
interface StatementRequest {
  readonly statements: readonly DriverStatement[];
  resolve(results: pg.QueryArrayResult[]): void;
  reject(error: unknown): void;
}

/**
 * A connection whose transactions begin with their first statement: `BEGIN` is sent together with
 * it, and one without any statement is not sent at all.
 */
export class TransactionClient extends pg.Client {
  #waitsToBegin = false;
  /** Statements that are sent with the next one, be it the end of the transaction. */
  #held: DriverStatement[] = [];
  #gathered: StatementRequest[] = [];

  constructor(config?: pg.ClientConfig) {
    super(config);
    // The statement that a lost connection interrupts, or the next one, fails. Without a listener,
    // one that is lost just when the pool lends it, before anybody could add one, would end the
    // process.
    this.on('error', () => undefined);
  }

  /** Begins a transaction with the next statement. */
  begin(): void {
    this.#waitsToBegin = true;
  }

  /**
   * Runs several statements, and returns their results. They are sent together with those of
   * others that ask at the same time: reads that do not depend on each other wait once.
   */
  queryAll(statements: readonly DriverStatement[]): Promise<pg.QueryArrayResult[]> {
    return new Promise((resolve, reject) => {
      // Loaders ask at the next tick, too, behind the promises that are settled by then.
      if (this.#gathered.length === 0) {
        queueMicrotask(() => process.nextTick(() => void this.#sendGathered()));
      }
      this.#gathered.push({ statements, resolve, reject });
    });
  }

  async #sendGathered(): Promise<void> {
    const requests = this.#gathered;
    if (requests.length === 0) return;
    this.#gathered = [];
    const before = this.#takeWaiting();
    const statements = requests.flatMap((request) => request.statements);
    try {
      const results = await this.#send(new StatementBatch([...before, ...statements]));
      let first = before.length;
      for (const request of requests) {
        request.resolve(results.slice(first, (first += request.statements.length)));
      }
    } catch (error) {
      for (const request of requests) request.reject(error);
    }
  }

  /** Sends a statement with the one that follows: its failure is that of the next one. */
  hold(statement: DriverStatement): void {
    this.#held.push(statement);
  }

  /**
   * Ends a transaction with the statements that it holds, and some more.
   *
   * @param last further statements of the transaction
   * @param read a statement that is sent along, and sees what the transaction wrote
   * @throws UncommittedError when the server refused one of them, or one before; CommitError when
   *   it is unknown whether the transaction was committed
   */
  async commit(last: readonly DriverStatement[], read?: DriverStatement): Promise<CommitResults> {
    void this.#sendGathered();
    const isUnused = this.#waitsToBegin && this.#held.length + last.length === 0;
    const before = this.#takeWaiting();
    if (isUnused) return { last: [], read: undefined };
    const commitIndex = before.length + last.length;
    const batch = new StatementBatch([
      ...[...before, ...last, commitStatement],
      ...(read === undefined ? [] : [read]),
    ]);
    try {
      await this.#send(batch);
    } catch (error) {
      // The server ran nothing behind the statement that it refused.
      if (error instanceof pg.DatabaseError && batch.doneCount < commitIndex) {
        throw new UncommittedError(error);
      }
      if (batch.doneCount <= commitIndex) throw new CommitError(error);
    }
    const results = batch.results();
    if (results[commitIndex]?.command === 'ROLLBACK') {
      throw new UncommittedError(new Error('A statement of the transaction failed before.'));
    }
    return { last: results.slice(before.length, commitIndex), read: results[commitIndex + 1] };
  }

  /** Undoes a transaction. */
  async rollback(): Promise<void> {
    const unsent = this.#gathered;
    this.#gathered = [];
    for (const request of unsent) request.reject(new Error('The transaction was undone before.'));
    const isUnused = this.#waitsToBegin;
    this.#takeWaiting();
    if (!isUnused) await super.query('ROLLBACK');
  }

  #takeWaiting(): DriverStatement[] {
    const waiting = [...(this.#waitsToBegin ? [beginStatement] : []), ...this.#held];
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
