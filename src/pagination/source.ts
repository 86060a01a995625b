import { columnOf, scalarFields, typeOfField } from '../database/columns.ts';
import { joinSql, rawSql, sql, type Sql } from '../database/database.ts';
import type { Prisma } from '../database/generated/prisma/client.ts';
import type { SortKind } from './cursor.ts';

/**
 * Where the rows of a type come from, and which of them a user may see. Inside its SQL the row is
 * `t`.
 */
export interface Source<Row> {
  /** The GraphQL type of a row; also its name in error messages, in lower case. */
  readonly type: string;
  readonly table: string;
  /** The unique column that ends every order; `id` but for a few. */
  readonly keyField: string;
  /** Prisma's field names in the order in which they are selected, computed ones last. */
  readonly fields: readonly string[];
  /** Those that resolvers read without declaring it: stored ones, and ones that cost no more. */
  readonly rowFields: readonly string[];
  /** What a field holds when a list is ordered by it. */
  kindOf(field: string): SortKind;
  /** The field of the row `t`, as it is for a viewer. */
  read(field: string, viewerId: string): Sql;
  /** Prisma's type of a stored field; undefined for a computed one. */
  storedTypeOf(field: string): string | undefined;
  /** What is selected, in the order of `fields`, for a viewer. */
  select(viewerId: string): Sql;
  /** True for the rows that exist for the viewer. */
  visible(viewerId: string): Sql;
  /** The same in the form for statements that ask it of many rows. */
  visibleInLists(viewerId: string): Sql;
  /** Makes a row of the selected values. */
  toRow(values: readonly unknown[]): Row;
}

export interface SourceOptions {
  type: string;
  model: Prisma.ModelName;
  table: string;
  keyField?: string;
  /** Columns that depend on the viewer, by the name they get in the row. */
  computed?: Record<string, (viewerId: string) => Sql>;
  /** The computed columns that cost no more than a row by its key. */
  cheap?: readonly string[];
  visible: (viewerId: string) => Sql;
  /** The same condition where many rows are asked, when another form of it is faster there. */
  visibleInLists?: (viewerId: string) => Sql;
}

/** Prisma's types that sort otherwise than texts do. */
const sortKinds: Readonly<Record<string, SortKind>> = { DateTime: 'date', Int: 'number' };

/** Declares a source; its columns are those of the Prisma model. */
export function defineSource<Row>(options: SourceOptions): Source<Row> {
  const stored = scalarFields(options.model);
  const computed = Object.entries(options.computed ?? {});
  const fields = [...stored, ...computed.map(([name]) => name)];
  const storedColumns = stored.map((field) => column(field));
  return {
    type: options.type,
    table: options.table,
    keyField: options.keyField ?? 'id',
    fields,
    rowFields: [...stored, ...(options.cheap ?? [])],
    // Lists are ordered by texts where they are not by a column of the model.
    kindOf: (field) => sortKinds[typeOfField(options.model, field) ?? 'String'] ?? 'text',
    read: (field, viewerId) => options.computed?.[field]?.(viewerId) ?? column(field),
    storedTypeOf: (field) => typeOfField(options.model, field),
    select: (viewerId) =>
      joinSql([
        ...storedColumns,
        ...computed.map(
          ([name, expression]) => sql`${expression(viewerId)} AS ${rawSql(columnOf(name))}`,
        ),
      ]),
    visible: options.visible,
    visibleInLists: options.visibleInLists ?? options.visible,
    toRow: (values) =>
      Object.fromEntries(fields.map((field, index) => [field, values[index]])) as Row,
  };
}

/** The column of a field of the row `t`. */
export function column(field: string): Sql {
  return rawSql(`t.${columnOf(field)}`);
}

/** The name of a source's table, to select from as `t`. */
export function tableOf(source: Source<unknown>): Sql {
  return rawSql(`${source.table} t`);
}
