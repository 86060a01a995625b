import { rawSql, sql, type Sql } from '../database/database.ts';
import { Slot, type SlotValues } from '../database/slot.ts';
import { listNameOf, orderOf, type Connection, type Order } from '../pagination/connection.ts';
import { decodeCursor, type SortKind, type SortValue } from '../pagination/cursor.ts';
import type { PageRequest } from '../pagination/page-request.ts';

/** A list below each row of another level. */
export interface ListPlan {
  readonly connection: Connection<object, object>;
  readonly args: object;
  /** Whether the viewer is known to see the parents. */
  readonly below: 'any parent' | 'a visible parent';
  readonly request: PageRequest;
  readonly order: Order;
  /** Names the list in its cursors. */
  readonly name: string;
  readonly kinds: readonly SortKind[];
  /** Sort values of the cursors that were passed, one slot a value. */
  readonly after: readonly Sql[] | undefined;
  readonly before: readonly Sql[] | undefined;
}

/**
 * Plans a list for given arguments.
 *
 * @param readCursor reads a cursor that a run was given; cursors are no part of the plan
 */
export function planList(
  { connection, args, below, request }: Pick<ListPlan, 'connection' | 'args' | 'below' | 'request'>,
  readCursor: (run: SlotValues, side: 'after' | 'before') => string,
): ListPlan {
  const order = orderOf(connection, args);
  const name = listNameOf(connection, order);
  const kinds = order.fields.map((field) => connection.source.kindOf(field));
  const place = (side: 'after' | 'before') =>
    request[side] === undefined
      ? undefined
      : placeSql(kinds, (run) => decodeCursor(name, readCursor(run, side), kinds));
  return {
    connection,
    args,
    below,
    request,
    order,
    name,
    kinds,
    after: place('after'),
    before: place('before'),
  };
}

/** The sort values of a cursor as parameters: each run decodes its cursor once. */
function placeSql(
  kinds: readonly SortKind[],
  decode: (run: SlotValues) => readonly SortValue[],
): readonly Sql[] {
  const decoded = new WeakMap<SlotValues, readonly SortValue[]>();
  return kinds.map((kind, index) => {
    const slot = new Slot((run) => {
      let values = decoded.get(run);
      if (!values) decoded.set(run, (values = decode(run)));
      return parameterOf(values[index]);
    });
    return sql`${slot}::${rawSql(sqlTypes[kind])}`;
  });
}

const sqlTypes: Readonly<Record<SortKind, string>> = {
  text: 'text',
  number: 'int',
  date: 'timestamptz',
};

function parameterOf(value: SortValue | undefined): string | number | undefined {
  return value instanceof Date ? value.toISOString() : value;
}
