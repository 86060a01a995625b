import pg from 'pg';
import { sendAtOnce } from './send-at-once.ts';

/** A statement as the driver takes it. */
export interface DriverStatement {
  readonly text: string;
  readonly values?: unknown[];
  readonly name?: string | undefined;
  readonly rowMode?: 'array' | undefined;
  readonly types?: pg.CustomTypesConfig | undefined;
}

/** The parts of the driver's connection and queries that its types omit. */
type Connection = pg.Connection & {
  parsedStatements: Record<string, string>;
  submittedNamedStatements: Record<string, string>;
};

/** Gets the error of a batch, or the results of its statements. */
export type BatchCallback = (error: Error | null, results?: pg.QueryArrayResult[]) => void;

interface DriverQuery {
  readonly name?: string;
  readonly text: string;
  prepare(connection: Connection): void;
  handleRowDescription(message: object): void;
  handleDataRow(message: object): void;
  handleCommandComplete(message: object, connection: Connection): void;
  handleEmptyQuery(connection: Connection): void;
  handleReadyForQuery(): void;
}

/**
 * Several statements that are sent as one, with one wait for all of their results. Each sees what
 * was committed before it, not before the batch. The first that fails ends the batch.
 */
export class StatementBatch implements pg.Submittable {
  /** The statement that runs: the driver notes by both what is prepared. Before it runs, all. */
  text: string;
  name: string | undefined;
  /** Callback that the driver sets. */
  callback: BatchCallback | undefined;
  /** The statements, in their order. */
  readonly statements: readonly DriverStatement[];
  readonly #queries: readonly DriverQuery[];
  readonly #results: pg.QueryArrayResult[] = [];
  #current = 0;
  #refusal: Error | null = null;

  constructor(statements: readonly DriverStatement[]) {
    this.statements = statements;
    this.text = statements.map(({ text }) => text).join('; ');
    this.#queries = statements.map((statement) => {
      const callback = (error: Error | null, result?: pg.QueryArrayResult) => {
        if (error) this.#refusal ??= error;
        if (result) this.#results.push(result);
      };
      const config = { types: pg.types, ...statement, queryMode: 'extended', callback };
      return new pg.Query(config as pg.QueryConfig) as unknown as DriverQuery;
    });
  }

  /** Number of statements that are done. */
  get doneCount(): number {
    return this.#current;
  }

  submit(plain: pg.Connection): void {
    const connection = plain as Connection;
    sendAtOnce(connection, (writer) => {
      for (const query of this.#queries) {
        query.prepare(writer);
        if (this.#refusal) break;
      }
    });
    this.#enter(0);
  }

  #enter(index: number): void {
    this.#current = index;
    const query = this.#queries[index];
    this.text = query?.text ?? '';
    this.name = query?.name;
  }

  handleRowDescription(message: object): void {
    this.#queries[this.#current]?.handleRowDescription(message);
  }

  handleDataRow(message: object): void {
    this.#queries[this.#current]?.handleDataRow(message);
  }

  handleCommandComplete(message: object, connection: Connection): void {
    this.#queries[this.#current]?.handleCommandComplete(message, connection);
    this.#enter(this.#current + 1);
  }

  handleEmptyQuery(connection: Connection): void {
    this.#queries[this.#current]?.handleEmptyQuery(connection);
    this.#enter(this.#current + 1);
  }

  handleError(error: Error, { submittedNamedStatements: submitted }: Connection): void {
    // The server skipped those behind the one that failed.
    for (const { name } of this.#queries.slice(this.#current)) {
      if (name !== undefined) delete submitted[name];
    }
    this.callback?.(this.#refusal ?? error);
  }

  handleReadyForQuery(connection: Connection): void {
    if (this.#refusal) {
      this.handleError(this.#refusal, connection);
      return;
    }
    const results = this.results();
    this.callback?.(this.#refusal, results);
  }

  /** Results of the statements that are done. */
  results(): pg.QueryArrayResult[] {
    const taken = this.#results.length;
    for (const query of this.#queries.slice(taken, this.#current)) query.handleReadyForQuery();
    return this.#results;
  }
}

/** Runs several statements, sent as one, and returns the result of each, its rows as arrays. */
export function queryBatch(
  pool: pg.Pool,
  statements: readonly DriverStatement[],
): Promise<pg.QueryArrayResult<unknown[]>[]> {
  return new Promise((resolve, reject) => {
    const batch = new StatementBatch(
      statements.map((statement) => ({ ...statement, rowMode: 'array' })),
    );
    // The types of the driver know no callback for a query of one's own.
    const submitter = pool as unknown as {
      query(query: StatementBatch, callback: BatchCallback): void;
    };
    // The pool closes the connection of a batch that failed, which may be lost.
    submitter.query(batch, (error, results = []) => {
      if (error) reject(error);
      else resolve(results);
    });
  });
}
