import { columnOf, scalarFields, typeOfField } from '../database/columns.ts';
import { joinSql, rawSql, sql, type Sql } from '../database/database.ts';
import type { Prisma } from '../database/generated/prisma/client.ts';
import type { SortKind } from './cursor.ts';

/** A source of rows of one type, and their visibility. In its SQL, the row is `t`. */
export interface Source<Row> {
  /** GraphQL type of a row; in lower case, its name in error messages. */
  readonly type: string;
  readonly table: string;
  /** Unique column at the end of every order; usually `id`. */
  readonly keyField: string;
  /** Prisma's field names in the order of selection, computed ones last. */
  readonly fields: readonly string[];
  /** Fields that resolvers may read without declaring them: stored ones, and equally cheap ones. */
  readonly rowFields: readonly string[];
  /** Returns the type of a field as a sort value. */
  kindOf(field: string): SortKind;
  /** Returns the SQL of a field of the row `t`, for a viewer. */
  read(field: string, viewerId: string): Sql;
  /** Returns Prisma's type of a stored field; undefined for a computed one. */
  storedTypeOf(field: string): string | undefined;
  /** Returns the selected expressions in the order of `fields`, for a viewer. */
  select(viewerId: string): Sql;
  /** Returns the condition of rows that the viewer may see. */
  visible(viewerId: string): Sql;
  /** Returns the same condition, in a form for statements with many rows. */
  visibleInLists(viewerId: string): Sql;
  /** Converts selected values to a row. */
  toRow(values: readonly unknown[]): Row;
}

export interface SourceOptions {
  type: string;
  model: Prisma.ModelName;
  table: string;
  keyField?: string;
  /**
   * Computed columns by name, which may depend on the viewer. One with the name of a stored column
   * replaces it.
   */
  computed?: Record<string, (viewerId: string) => Sql>;
  /** Computed columns that are as cheap as a row by its key. */
  cheap?: readonly string[];
  visible: (viewerId: string) => Sql;
  /** The same condition, in a form that is faster for many rows. */
  visibleInLists?: (viewerId: string) => Sql;
}

/** Prisma's types that are not sorted as text. */
const sortKinds: Readonly<Record<string, SortKind>> = { DateTime: 'date', Int: 'number' };

/** Declares a source. Its columns are those of the Prisma model. */
export function defineSource<Row>(options: SourceOptions): Source<Row> {
  const stored = scalarFields(options.model).filter((field) => !options.computed?.[field]);
  const computed = Object.entries(options.computed ?? {});
  const fields = [...stored, ...computed.map(([name]) => name)];
  const storedColumns = stored.map((field) => column(field));
  return {
    type: options.type,
    table: options.table,
    keyField: options.keyField ?? 'id',
    fields,
    rowFields: [...stored, ...(options.cheap ?? [])],
    // Computed columns are sorted as text.
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

/** Returns the column of a field of the row `t`. */
export function column(field: string): Sql {
  return rawSql(`t.${columnOf(field)}`);
}

/** Returns the table of a source, to select from as `t`. */
export function tableOf(source: Source<unknown>): Sql {
  return rawSql(`${source.table} t`);
}
