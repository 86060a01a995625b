import type { ReadAfterCommit } from '../database/direct-transaction.ts';
import type { SlotValues } from '../database/slot.ts';
import type { WireRow } from './levels.ts';
import { statementFor, type PlannedStatement } from './plan-statement.ts';

/** A payload, of which members identify rows. */
export type Payload = Readonly<Record<string, unknown>>;

/** The read of the rows of a payload, which can be sent with the commit of the write. */
export class PayloadRead implements ReadAfterCommit {
  readonly #statement: PlannedStatement;
  readonly #keys: readonly (readonly string[])[];
  readonly #values: SlotValues;
  #written: Payload | null = null;
  #rows: readonly WireRow[] | null = null;

  /** @param keys lists of members of the payload, of each of which one identifies a row */
  constructor(
    statement: PlannedStatement,
    keys: readonly (readonly string[])[],
    values: SlotValues,
  ) {
    this.#statement = statement;
    this.#keys = keys;
    this.#values = values;
  }

  statementFor(result: unknown): { text: string; values: unknown[] } | null {
    this.#rows = null;
    this.#written = result as Payload | null;
    const isKnown = this.#keys.every((list) =>
      list.some((key) => typeof this.#written?.[key] === 'string'),
    );
    if (!isKnown || !this.#written) return null;
    try {
      return statementFor(this.#statement, { ...this.#values, payload: this.#written });
    } catch {
      // An invalid cursor, for example: the write is done all the same, and its read reports it.
      return null;
    }
  }

  take(rows: readonly WireRow[]): void {
    this.#rows = rows;
  }

  /** Returns the rows of a payload if they were read with the last write. */
  rowsFor(payload: Payload): readonly WireRow[] | null {
    const isSame = this.#keys.flat().every((key) => this.#written?.[key] === payload[key]);
    return isSame ? this.#rows : null;
  }
}
