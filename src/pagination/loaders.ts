import DataLoader from 'dataloader';
import { joinSql, sql, type Database, type Sql } from '../database/database.ts';
import {
  countStatement,
  existsStatement,
  listNameOf,
  orderOf,
  sliceStatement,
  type Connection,
} from './connection.ts';
import { decodeCursor, encodeCursor, type SortValue } from './cursor.ts';
import type { PageRequest } from './page-request.ts';
import { column, tableOf, type Source } from './source.ts';

/**
 * A page of a connection, as Relay types read it. Counts, and the ends of the list, load on demand.
 */
export interface Page<Row> {
  edges: { node: Row; cursor: string }[];
  pageInfo: {
    readonly hasNextPage: boolean | Promise<boolean>;
    readonly hasPreviousPage: boolean | Promise<boolean>;
    startCursor: string | null;
    endCursor: string | null;
  };
  totalCount(): Promise<number>;
}

/** A row with the sort values of its cursor. */
interface Slot<Row> {
  row: Row;
  values: SortValue[];
}

/** Maximum number of keys in one statement. */
const BATCH_SIZE_MAX = 5000;

/** Maximum number of rows whose visibility is checked row by row. */
const FEW_ROWS_MAX = 20;

/**
 * Batched reads of one request: one statement per level of a query, whatever the number of parents.
 * All reads see what one viewer may see.
 */
export class Loaders {
  readonly #query: Database['query'];
  readonly #viewerId: string;
  readonly #loaders = new Map<string, DataLoader<string, unknown>>();

  constructor(database: Pick<Database, 'query'>, viewerId: string) {
    this.#query = (statement) => database.query(statement);
    this.#viewerId = viewerId;
  }

  /** Clears the cache after a mutation, so that later reads see its writes. */
  clear(): void {
    this.#loaders.clear();
  }

  /** Returns the row with a key, as `one` does, if a field of it has a value; null otherwise. */
  async oneIn<Field extends string, Row extends Readonly<Record<Field, unknown>>>(
    source: Source<Row>,
    key: string,
    field: Field,
    value: string,
  ): Promise<Row | null> {
    const row = await this.one(source, key);
    return row?.[field] === value ? row : null;
  }

  /** Returns the row with a key; null if it does not exist or the viewer may not see it. */
  one<Row>(source: Source<Row>, key: string): Promise<Row | null> {
    return this.#loader(`one ${source.type}`, (keys) =>
      this.#rows(
        source,
        keys,
        keys.length > FEW_ROWS_MAX
          ? source.visibleInLists(this.#viewerId)
          : source.visible(this.#viewerId),
      ),
    ).load(key) as Promise<Row | null>;
  }

  /**
   * Returns the row with a key regardless of access. For history, such as the author of a revision,
   * which remains readable without access to the user.
   */
  oneRegardlessOfAccess<Row>(source: Source<Row>, key: string): Promise<Row | null> {
    return this.#loader(`history ${source.type}`, (keys) =>
      this.#rows(source, keys, sql`TRUE`),
    ).load(key) as Promise<Row | null>;
  }

  /** Returns a page of a parent's list. @throws INVALID_CURSOR */
  async page<Row, Args>(
    connection: Connection<Row, Args>,
    parentId: string,
    args: Args,
    request: PageRequest,
  ): Promise<Page<Row>> {
    const order = orderOf(connection, args);
    const list = listNameOf(connection, order);
    const kinds = order.fields.map((field) => connection.source.kindOf(field));
    const place = (cursor: string | undefined) =>
      cursor === undefined ? undefined : decodeCursor(list, cursor, kinds);
    const after = place(request.after);
    const before = place(request.before);
    const slice = { size: request.size, backward: request.backward, after, before };
    const slots = await this.#slice(connection, parentId, args, slice, order.fields);
    const more = slots.length > request.size;
    const kept = slots.slice(0, request.size);
    if (request.backward) kept.reverse();
    const edges = kept.map(({ row, values }) => ({
      node: row,
      cursor: encodeCursor(list, values),
    }));
    const exists = (values: SortValue[] | undefined, side: 'before' | 'after') =>
      values === undefined ? false : this.#exists(connection, parentId, args, { values, side });
    return {
      edges,
      pageInfo: {
        get hasNextPage() {
          return (!request.backward && more) || exists(before, 'after');
        },
        get hasPreviousPage() {
          return (request.backward && more) || exists(after, 'before');
        },
        startCursor: edges[0]?.cursor ?? null,
        endCursor: edges.at(-1)?.cursor ?? null,
      },
      totalCount: () => this.count(connection, parentId, args),
    };
  }

  /** Returns the number of the list's rows that the viewer may see. */
  count<Row, Args>(
    connection: Connection<Row, Args>,
    parentId: string,
    args: Args,
  ): Promise<number> {
    return this.#loader(`count ${connection.name} ${JSON.stringify(args)}`, async (keys) => {
      const rows = await this.#query(countStatement(connection, args, keys, this.#viewerId));
      return byNumber(rows, keys, ([count]) => count);
    }).load(parentId) as Promise<number>;
  }

  /**
   * Batches any read: `load` gets the keys of one level, and returns values in their order.
   *
   * @param name distinguishes the read from others; reads with one name share a cache
   */
  batch<Value>(
    name: string,
    key: string,
    load: (keys: readonly string[]) => Promise<readonly Value[]>,
  ): Promise<Value> {
    return this.#loader(`batch ${name}`, load).load(key) as Promise<Value>;
  }

  #slice<Row, Args>(
    connection: Connection<Row, Args>,
    parentId: string,
    args: Args,
    slice: Parameters<typeof sliceStatement>[2],
    orderFields: readonly string[],
  ): Promise<Slot<Row>[]> {
    const name = `slice ${connection.name} ${JSON.stringify([args, slice])}`;
    return this.#loader(name, async (keys) => {
      const { source } = connection;
      const indexes = orderFields.map((field) => source.fields.indexOf(field));
      const rows = await this.#query(sliceStatement(connection, args, slice, keys, this.#viewerId));
      const lists = keys.map((): Slot<Row>[] => []);
      for (const [number, ...values] of rows) {
        lists[(number as number) - 1]?.push({
          row: source.toRow(values),
          values: indexes.map((index) => values[index] as SortValue),
        });
      }
      return lists;
    }).load(parentId) as Promise<Slot<Row>[]>;
  }

  #exists<Row, Args>(
    connection: Connection<Row, Args>,
    parentId: string,
    args: Args,
    place: { values: SortValue[]; side: 'before' | 'after' },
  ): Promise<boolean> {
    const name = `exists ${connection.name} ${JSON.stringify([args, place])}`;
    return this.#loader(name, async (keys) => {
      const rows = await this.#query(
        existsStatement(connection, args, place, keys, this.#viewerId),
      );
      return byNumber(rows, keys, ([exists]) => exists);
    }).load(parentId) as Promise<boolean>;
  }

  async #rows<Row>(source: Source<Row>, keys: readonly string[], condition: Sql) {
    const key = column(source.keyField);
    const rows = await this.#query(sql`
      SELECT ${joinSql([key, source.select(this.#viewerId)])} FROM ${tableOf(source)}
      WHERE ${key} = ANY(${keys}::text[]) AND ${condition}`);
    const byKey = new Map(rows.map(([id, ...values]) => [id as string, source.toRow(values)]));
    return keys.map((id) => byKey.get(id) ?? null);
  }

  #loader(name: string, load: (keys: readonly string[]) => Promise<readonly unknown[]>) {
    let loader = this.#loaders.get(name);
    if (!loader) {
      loader = new DataLoader(async (keys) => load(keys), {
        maxBatchSize: BATCH_SIZE_MAX,
      });
      this.#loaders.set(name, loader);
    }
    return loader;
  }
}

function byNumber(
  rows: readonly unknown[][],
  keys: readonly string[],
  pick: (values: unknown[]) => unknown,
): unknown[] {
  const results = keys.map((): unknown => undefined);
  for (const [number, ...values] of rows) results[(number as number) - 1] = pick(values);
  return results;
}
