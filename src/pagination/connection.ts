import { joinSql, rawSql, sql, type Sql } from '../database/database.ts';
import { columnOf } from '../database/columns.ts';
import { column, tableOf, type Source } from './source.ts';
import type { SortValue } from './cursor.ts';

/** The order of a list: its columns, followed by the key of the source. All have one direction. */
export interface Order {
  fields: readonly string[];
  descending: boolean;
  /** True if upper and lower case of the first column are equal. */
  ignoresCase?: boolean;
}

/**
 * The declaration of a list in the graph. The loaders read it, and planned operations read it too,
 * with the same rows and the same visibility.
 */
export interface Connection<Row, Args> {
  /** Identifies the list in cursors, e.g. `Organization.sites`. */
  readonly name: string;
  readonly source: Source<Row>;
  /**
   * Selects the rows of a parent: the field with the parent's id, or a predicate. Null for a root
   * list.
   */
  readonly of: string | ((parentId: Sql) => Sql) | null;
  readonly order: Order | ((args: Args) => Order);
  /**
   * Predicate of the rows that a viewer may see below a visible parent, by the parent's id.
   * Defaults to the visibility of the source.
   */
  readonly visibleBelow?: (parentId: Sql, viewerId: Sql) => Sql;
  /**
   * Predicate on the row `t` of a visible parent, which `visibleBelow` reads as `p.flag`, once for
   * all rows below it.
   */
  readonly parentFlag?: {
    /** GraphQL type of the parents. */
    readonly type: string;
    readonly condition: (viewerId: Sql) => Sql;
  };
  /** Further conditions, from the arguments. */
  readonly filter?: (args: Args, viewerId: string) => readonly Sql[];
}

/** Visibility of lists whose rows are all visible to everyone who sees the parent. */
export const visibleWithParent = (): Sql => sql`TRUE`;

const names = new Set<string>();

/** Declares a list. @throws if the name is taken: it identifies cursors and loaders */
export function declareConnection<Row, Args = object>(
  connection: Connection<Row, Args>,
): Connection<Row, Args> {
  if (names.has(connection.name)) throw new Error(`Two connections are named ${connection.name}.`);
  names.add(connection.name);
  return connection;
}

/** A part of a list. Equal slices of several parents are loaded in one statement. */
export interface Slice {
  size: number;
  backward: boolean;
  after: readonly SortValue[] | undefined;
  before: readonly SortValue[] | undefined;
}

/** Returns the name of a list in its order, for cursors. */
export function listNameOf({ name }: { readonly name: string }, order: Order): string {
  return `${name} ${order.fields.join()} ${order.descending}`;
}

/** Returns the order for the arguments, including the key field. */
export function orderOf<Row, Args>(connection: Connection<Row, Args>, args: Args): Order {
  const order = typeof connection.order === 'function' ? connection.order(args) : connection.order;
  return { ...order, fields: [...order.fields, connection.source.keyField] };
}

/**
 * Returns one statement for the slices of all parents; the limit applies to each parent. Its rows
 * are the parent's number (from 1) and the selected values. It selects one row more than the slice,
 * which shows that the list continues.
 */
export function sliceStatement<Row, Args>(
  connection: Connection<Row, Args>,
  args: Args,
  slice: Slice,
  parentIds: readonly string[],
  viewerId: string,
): Sql {
  const { source } = connection;
  const order = orderOf(connection, args);
  const list = { source, order, viewerId };
  const descending = order.descending !== slice.backward;
  const inOrder = sortKeysSql(list, (field) => rawSql(`r.${columnOf(field)}`));
  const place = (values: readonly SortValue[]) => values.map((value) => parameter(value));
  const condition = joinSql(
    [
      ...conditions(connection, args, viewerId),
      ...(slice.after ? [beyondSql(list, place(slice.after), 'after')] : []),
      ...(slice.before ? [beyondSql(list, place(slice.before), 'before')] : []),
    ],
    ' AND ',
  );
  return sql`
    SELECT p.number::int, r.*
    FROM unnest(${parentIds}::text[]) WITH ORDINALITY p(id, number)
    CROSS JOIN LATERAL (
      SELECT ${source.select(viewerId)} FROM ${tableOf(source)}
      WHERE ${condition} ORDER BY ${orderBySql(list, descending)} LIMIT ${slice.size + 1}
    ) r
    ORDER BY p.number, ${directed(inOrder, descending)}`;
}

/** Returns one statement that counts each parent's list. Its rows are number and count. */
export function countStatement<Row, Args>(
  connection: Connection<Row, Args>,
  args: Args,
  parentIds: readonly string[],
  viewerId: string,
): Sql {
  return sql`
    SELECT p.number::int, (
      SELECT count(*)::int FROM ${tableOf(connection.source)}
      WHERE ${joinSql(conditions(connection, args, viewerId), ' AND ')}
    )
    FROM unnest(${parentIds}::text[]) WITH ORDINALITY p(id, number)`;
}

/** Returns one statement that checks for each parent whether rows exist beyond a cursor. */
export function existsStatement<Row, Args>(
  connection: Connection<Row, Args>,
  args: Args,
  place: { values: readonly SortValue[]; side: 'before' | 'after' },
  parentIds: readonly string[],
  viewerId: string,
): Sql {
  const values = place.values.map((value) => parameter(value));
  const list = { source: connection.source, order: orderOf(connection, args), viewerId };
  const beyond = beyondSql(list, values, place.side, 'inclusive');
  return sql`
    SELECT p.number::int, EXISTS (
      SELECT FROM ${tableOf(connection.source)}
      WHERE ${joinSql([...conditions(connection, args, viewerId), beyond], ' AND ')}
    )
    FROM unnest(${parentIds}::text[]) WITH ORDINALITY p(id, number)`;
}

/**
 * Returns the conditions on the rows `t` of a list: parent `p`, visibility, and arguments.
 *
 * @param below whether the viewer is known to see the parent
 */
export function conditions<Row, Args>(
  { of, source, visibleBelow, filter }: Connection<Row, Args>,
  args: Args,
  viewerId: string,
  below: 'any parent' | 'a visible parent' = 'any parent',
): Sql[] {
  const belongs =
    of === null ? sql`TRUE` : typeof of === 'string' ? sql`${column(of)} = p.id` : of(sql`p.id`);
  const visible =
    visibleBelow && below === 'a visible parent'
      ? visibleBelow(sql`p.id`, sql`${viewerId}`)
      : source.visibleInLists(viewerId);
  return [belongs, visible, ...(filter?.(args, viewerId) ?? [])];
}

/** The rows `t` of a source in an order, for a viewer. */
export interface OrderedRows {
  readonly source: Source<unknown>;
  readonly order: Order;
  readonly viewerId: string;
}

/** Returns the values by which rows are sorted, from those of their fields. */
function sortKeysSql({ source, order }: OrderedRows, read: (field: string, index: number) => Sql) {
  return order.fields.map((field, index) => {
    const value = read(field, index);
    const isFolded = order.ignoresCase === true && index === 0 && source.kindOf(field) === 'text';
    return isFolded ? sql`lower(${value})` : value;
  });
}

function directed(keys: readonly Sql[], descending: boolean): Sql {
  const direction = rawSql(descending ? 'DESC' : 'ASC');
  return joinSql(keys.map((key) => sql`${key} ${direction}`));
}

/** Returns the `ORDER BY` of the rows `t`. */
export function orderBySql(rows: OrderedRows, descending: boolean): Sql {
  const { source, viewerId } = rows;
  return directed(
    sortKeysSql(rows, (field) => source.read(field, viewerId)),
    descending,
  );
}

/**
 * Returns a condition on the rows `t` beyond a cursor. Compares row values, so that one index
 * suffices.
 */
export function beyondSql(
  rows: OrderedRows,
  values: readonly Sql[],
  side: 'before' | 'after',
  bound: 'inclusive' | 'exclusive' = 'exclusive',
): Sql {
  const { source, order, viewerId } = rows;
  const operator = (side === 'after') !== order.descending ? '>' : '<';
  const keys = sortKeysSql(rows, (field) => source.read(field, viewerId));
  const place = sortKeysSql(rows, (_field, index) => values[index] ?? sql`NULL`);
  return sql`(${joinSql(keys)}) ${rawSql(bound === 'inclusive' ? `${operator}=` : operator)} (${joinSql(place)})`;
}

function parameter(value: SortValue): Sql {
  if (value instanceof Date) return sql`${value.toISOString()}::timestamptz`;
  return typeof value === 'number' ? sql`${value}::int` : sql`${value}::text`;
}
