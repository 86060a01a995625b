import type pg from 'pg';
import utils from 'pg/lib/utils.js';
import { sendAtOnce } from './send-at-once.ts';

/** A statement whose columns are all texts. */
export interface TextStatement {
  /** Under which a connection keeps it prepared; empty for one that is not kept. */
  readonly name: string;
  readonly text: string;
  readonly values: unknown[];
}

type Row = (string | null)[];

/** The part of the driver's connection that a query uses. */
interface Connection {
  readonly stream: object;
  /** Texts of the statements that are prepared on the connection, or about to be. */
  readonly parsedStatements: Record<string, string>;
  readonly submittedNamedStatements: Record<string, string>;
  parse(statement: { name: string; text: string; types: readonly number[] }): void;
  bind(portal: {
    statement: string;
    values: unknown[];
    valueMapper: (value: unknown) => unknown;
  }): void;
  execute(portal: { rows?: number }): void;
  sync(): void;
}

/**
 * A query of the driver that asks for no description of its columns: they are taken as PostgreSQL
 * writes them, so neither side spends time on names and types.
 */
class TextQuery implements pg.Submittable {
  readonly name: string;
  readonly text: string;
  /** Callback of the pool, which takes the connection back when it is called. */
  callback?: (error: Error | null, rows?: Row[]) => void;
  readonly values: unknown[];
  readonly #rows: Row[] = [];

  constructor({ name, text, values }: TextStatement) {
    this.name = name;
    this.text = text;
    this.values = values;
  }

  submit(client: object): void {
    const connection = client as Connection;
    const { name, text } = this;
    sendAtOnce(connection, (writer) => {
      const isPrepared =
        name !== '' &&
        (name in connection.parsedStatements || name in connection.submittedNamedStatements);
      if (!isPrepared) {
        writer.parse({ name, text, types: [] });
        if (name !== '') connection.submittedNamedStatements[name] = text;
      }
      writer.bind({
        statement: name,
        values: this.values,
        valueMapper: (value) => utils.prepareValue(value),
      });
      writer.execute({});
    });
  }

  handleDataRow({ fields }: { fields: Row }): void {
    this.#rows.push(fields);
  }

  handleReadyForQuery(): void {
    this.callback?.(null, this.#rows);
  }

  handleError(error: Error): void {
    this.callback?.(error);
  }

  // The driver calls these, too.
  handleRowDescription(): void {}
  handleCommandComplete(): void {}
  handleEmptyQuery(): void {}
}

/** Runs a statement and returns its rows as arrays of texts. */
export function queryTexts(pool: pg.Pool, statement: TextStatement): Promise<Row[]> {
  return new Promise((resolve, reject) => {
    const query = new TextQuery(statement);
    // The types of the driver know no callback for a query of one's own.
    const submitter = pool as unknown as {
      query(query: TextQuery, callback: (error: Error | null, rows: Row[]) => void): void;
    };
    submitter.query(query, (error, rows) => (error ? reject(error) : resolve(rows)));
  });
}
