import { joinSql, rawSql, sql, type Sql } from '../database/database.ts';
import { columnOf } from '../database/columns.ts';
import { column, tableOf, type Source } from './source.ts';
import type { SortValue } from './cursor.ts';

/**
 * The order of a list: its columns and, always last, the key of the source. One direction for all.
 */
export interface Order {
  fields: readonly string[];
  descending: boolean;
}

/**
 * A list in the graph, stated once: the loaders read it now, and whatever plans whole operations
 * can read it too, with the same rows and the same visibility.
 */
export interface Connection<Row, Args> {
  /** Names the list in cursors, e.g. `Organization.sites`. */
  readonly name: string;
  readonly source: Source<Row>;
  /**
   * Which rows belong to a parent: a field that holds its id, or a predicate; null for a root list.
   */
  readonly of: string | ((parentId: Sql) => Sql) | null;
  readonly order: Order | ((args: Args) => Order);
  /**
   * Which rows a viewer sees below a parent that they see, by the id of the parent: what is hidden
   * beyond it. Where it does not say, the source's own rule decides.
   */
  readonly visibleBelow?: (parentId: Sql, viewerId: Sql) => Sql;
  /** Further conditions that the arguments ask for. */
  readonly filter?: (args: Args, viewerId: string) => readonly Sql[];
}

/** For lists all of whose rows are seen by whoever sees their parent. */
export const seenWithParent = (): Sql => sql`TRUE`;

const names = new Set<string>();

/** Declares a list. @throws when the name is taken: cursors and loaders are told apart by it */
export function declareConnection<Row, Args = object>(
  connection: Connection<Row, Args>,
): Connection<Row, Args> {
  if (names.has(connection.name)) throw new Error(`Two connections are named ${connection.name}.`);
  names.add(connection.name);
  return connection;
}

/** A part of a list: everything that tells one SQL statement from another. */
export interface Slice {
  size: number;
  backward: boolean;
  after: readonly SortValue[] | undefined;
  before: readonly SortValue[] | undefined;
}

/** Names a list in its order, for cursors. */
export function listNameOf({ name }: { readonly name: string }, order: Order): string {
  return `${name} ${order.fields.join()} ${order.descending}`;
}

/** The order for given arguments, its key field included. */
export function orderOf<Row, Args>(connection: Connection<Row, Args>, args: Args): Order {
  const order = typeof connection.order === 'function' ? connection.order(args) : connection.order;
  return { ...order, fields: [...order.fields, connection.source.keyField] };
}

/**
 * One statement for the slices of all parents: the limit holds per parent, inside the database.
 * Its rows are the parent's number (from 1) and the selected values; one row more than the slice's
 * size tells that the list goes on.
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
  const descending = order.descending !== slice.backward;
  const place = (values: readonly SortValue[]) => values.map((value) => parameter(value));
  const condition = joinSql(
    [
      ...conditions(connection, args, viewerId),
      ...(slice.after ? [beyondSql(order, place(slice.after), 'after')] : []),
      ...(slice.before ? [beyondSql(order, place(slice.before), 'before')] : []),
    ],
    ' AND ',
  );
  return sql`
    SELECT p.number::int, r.*
    FROM unnest(${parentIds}::text[]) WITH ORDINALITY p(id, number)
    CROSS JOIN LATERAL (
      SELECT ${source.select(viewerId)} FROM ${tableOf(source)}
      WHERE ${condition} ORDER BY ${orderBySql(order, 't', descending)} LIMIT ${slice.size + 1}
    ) r
    ORDER BY p.number, ${orderBySql(order, 'r', descending)}`;
}

/** One statement that counts the whole list of each parent: rows of number and count. */
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

/** One statement that tells for each parent whether rows lie on the far side of a place. */
export function existsStatement<Row, Args>(
  connection: Connection<Row, Args>,
  args: Args,
  place: { values: readonly SortValue[]; side: 'before' | 'after' },
  parentIds: readonly string[],
  viewerId: string,
): Sql {
  const values = place.values.map((value) => parameter(value));
  const beyond = beyondSql(orderOf(connection, args), values, place.side, 'inclusive');
  return sql`
    SELECT p.number::int, EXISTS (
      SELECT FROM ${tableOf(connection.source)}
      WHERE ${joinSql([...conditions(connection, args, viewerId), beyond], ' AND ')}
    )
    FROM unnest(${parentIds}::text[]) WITH ORDINALITY p(id, number)`;
}

/**
 * The conditions on the rows `t` of a list: they belong to the parent `p`, are visible, wanted.
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

/** The order of the rows with an alias. */
export function orderBySql(order: Order, alias: string, descending: boolean): Sql {
  const direction = rawSql(descending ? 'DESC' : 'ASC');
  const columns = order.fields.map((field) => rawSql(`${alias}.${columnOf(field)}`));
  return joinSql(columns.map((name) => sql`${name} ${direction}`));
}

/**
 * True for the rows `t` on one side of a place. Sort values are compared as row values, so that one
 * index serves.
 */
export function beyondSql(
  order: Order,
  values: readonly Sql[],
  side: 'before' | 'after',
  bound: 'inclusive' | 'exclusive' = 'exclusive',
): Sql {
  const operator = (side === 'after') !== order.descending ? '>' : '<';
  const columns = order.fields.map((field) => column(field));
  return sql`(${joinSql(columns)}) ${rawSql(bound === 'inclusive' ? `${operator}=` : operator)} (${joinSql(values)})`;
}

function parameter(value: SortValue): Sql {
  if (value instanceof Date) return sql`${value.toISOString()}::timestamptz`;
  return typeof value === 'number' ? sql`${value}::int` : sql`${value}::text`;
}
