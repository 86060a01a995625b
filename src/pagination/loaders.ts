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
 * A page of a connection in the shape that the Relay types read. Counts and far edges load on
 * demand.
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

/** A row with its sort values, of which cursors are made. */
interface Slot<Row> {
  row: Row;
  values: SortValue[];
}

/** Most keys of one statement. */
const BATCH_SIZE_MAX = 5000;

/** Up to so many rows are asked one by one whether they are visible. */
const FEW_ROWS_MAX = 20;

/**
 * The reads of one request, batched: one statement per level of a query, whatever the number of
 * parents. Everything is seen through the eyes of one viewer.
 */
export class Loaders {
  readonly #query: Database['query'];
  readonly #viewerId: string;
  readonly #loaders = new Map<string, DataLoader<string, unknown>>();

  constructor(database: Pick<Database, 'query'>, viewerId: string) {
    this.#query = (statement) => database.query(statement);
    this.#viewerId = viewerId;
  }

  /** Forgets what was read: a mutation calls it, so that what follows sees its writes. */
  clear(): void {
    this.#loaders.clear();
  }

  /** The row with that key, or null when there is none or the viewer may not see it. */
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
   * The row with that key whoever looks: for history (who wrote it), which stays readable when
   * access is gone.
   */
  oneOfHistory<Row>(source: Source<Row>, key: string): Promise<Row | null> {
    return this.#loader(`history ${source.type}`, (keys) =>
      this.#rows(source, keys, sql`TRUE`),
    ).load(key) as Promise<Row | null>;
  }

  /** A page of a parent's list. @throws INVALID_CURSOR */
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

  /** How many rows the whole list has for the viewer. */
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
   * Any batched read: `load` gets the keys of one level and answers in their order.
   *
   * @param name tells one such read from others; reads of one name share their cache
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
    // PostgreSQL knows no text with U+0000, so no row has such a key.
    const possible = keys.filter((id) => !id.includes('\0'));
    const rows = await this.#query(sql`
      SELECT ${joinSql([key, source.select(this.#viewerId)])} FROM ${tableOf(source)}
      WHERE ${key} = ANY(${possible}::text[]) AND ${condition}`);
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
