import type { GraphQLField } from 'graphql';
import { sql, type Sql } from '../database/database.ts';
import type { Connection } from './connection.ts';
import { firstOf } from './first-of.ts';
import type { Loaders } from './loaders.ts';
import { column, type Source } from './source.ts';

/** A field whose value is the one row that a row points to, or the key of that row. */
export interface DeclaredOne {
  readonly source: Source<object>;
  /** The field of the row that holds the key; null where it points to nothing. */
  readonly key: string;
  /**
   * Who sees the row: those whom its source shows it to, whoever sees the row that points to it, or
   * everybody, for history.
   */
  readonly visibleTo: 'viewer' | 'viewers of the row' | 'everybody';
}

/** A field of the root whose value is the row with a key. */
export interface DeclaredRoot {
  readonly source: Source<object>;
  /** The argument that holds the key; null where the key is the id of the viewer. */
  readonly argument: string | null;
}

/** A field whose value is the row below another one that an argument names. */
export interface DeclaredChild {
  readonly source: Source<object>;
  readonly argument: string;
  /** True when the argument names the row `t`, which lies below the parent with that id. */
  readonly matches: (argument: Sql, parentId: Sql) => Sql;
}

/** What fields declare, so that whole operations can be planned. It is in their extensions. */
export interface Declarations {
  readonly connection?: Connection<object, object>;
  /**
   * The fields of the parent whose values, joined by blanks, are the parent's id for the
   * connection, or for the list that is counted.
   */
  readonly parentKey?: readonly string[];
  readonly one?: DeclaredOne;
  readonly root?: DeclaredRoot;
  readonly child?: DeclaredChild;
  /** The list whose first row is the value; null where there is none. */
  readonly first?: Connection<object, object>;
  /** The list whose rows are counted, filtered by the arguments of the field. */
  readonly count?: Connection<object, object>;
  /** The field of the row that is shown as it is. */
  readonly shows?: string;
  /** The value is the row itself, or null where the named field of the row is null. */
  readonly sameRow?: { readonly unlessNull?: string };
  /**
   * The fields of the row that the resolver, and those below it, read. Without it they are those
   * that rows have anyway.
   */
  readonly reads?: readonly string[];
  /** Computed fields that they read beside those. */
  readonly readsAlso?: readonly string[];
}

interface LoadingContext {
  readonly loaders: Loaders;
}

/** What a field declares. */
export function declarationsOf({ extensions }: GraphQLField<unknown, unknown>): Declarations {
  return extensions as Declarations;
}

/**
 * The options by which a field of the root serves the row whose key is its argument `id`, null
 * where there is none for the viewer: spread them into `t.field`.
 */
export function rootField<Row extends object>(source: Source<Row>) {
  return {
    extensions: { root: { source, argument: 'id' } } satisfies Declarations,
    resolve: (_root: object, { id }: { id: string }, { loaders }: LoadingContext) =>
      loaders.one(source, id),
  };
}

/**
 * The options by which a field serves the row whose key is its argument `id`, of those that refer
 * to its parent by a field: spread them into `t.field`.
 */
export function childField<Of extends string, Row extends Readonly<Record<Of, string | null>>>(
  source: Source<Row>,
  of: Of,
) {
  return {
    extensions: {
      child: {
        source,
        argument: 'id',
        matches: (id: Sql, parentId: Sql) =>
          sql`${column(source.keyField)} = ${id} AND ${column(of)} = ${parentId}`,
      },
    } satisfies Declarations,
    resolve: async (
      parent: { id: string },
      { id }: { id: string },
      { loaders }: LoadingContext,
    ): Promise<Row | null> => {
      const row = await loaders.one(source, id);
      return row?.[of] === parent.id ? row : null;
    },
  };
}

/**
 * The options by which a field serves the row that its parent points to, null where it points to
 * nothing or the row does not exist for the viewer: spread them into `t.field`.
 */
export function oneField<Key extends string, Row extends object>(source: Source<Row>, key: Key) {
  return {
    ...pointing(source, key),
    resolve: (
      parent: Readonly<Record<Key, string | null>>,
      _args: object,
      { loaders }: LoadingContext,
    ): Promise<Row | null> | null => {
      const id = parent[key];
      return id === null ? null : loaders.one(source, id);
    },
  };
}

/** The extensions of a field whose value is, or identifies, the row that its parent points to. */
export function pointing(
  source: Source<object>,
  key: string,
  visibleTo: DeclaredOne['visibleTo'] = 'viewer',
) {
  return { extensions: { one: { source, key, visibleTo } } satisfies Declarations };
}

/** The options by which a field serves the first row of a list: spread them into `t.field`. */
export function firstField<Row extends object>(connection: Connection<Row, object>) {
  return {
    extensions: { first: connection } satisfies Declarations,
    resolve: (parent: { id: string }, _args: object, { loaders }: LoadingContext) =>
      firstOf(loaders, connection, parent, {}),
  };
}

/** The extensions of a field that counts the rows of a list, filtered by its arguments. */
export function counting<Row extends object, Args extends object>(
  connection: Connection<Row, Args>,
  parentKey: readonly string[] = ['id'],
) {
  const count = connection as unknown as Connection<object, object>;
  return { extensions: { count, parentKey } satisfies Declarations };
}

/**
 * The options by which a field shows a field of its row as it is, such as one that the database
 * knows as a text and the graph as an enum: spread them into `t.field`.
 */
export function showing<Name extends string>(name: Name) {
  return {
    extensions: { shows: name } satisfies Declarations,
    // Constraints of the database hold the values of enums.
    resolve: (row: Readonly<Record<Name, unknown>>) => row[name] as never,
  };
}

/** The options by which a field shows its row as another type: spread them into `t.field`. */
export const sameRow = {
  extensions: { sameRow: {} } satisfies Declarations,
  resolve: <Row>(row: Row): Row => row,
};

/** The same where it is null when a field of the row is. */
export function sameRowUnlessNull<Name extends string>(unlessNull: Name) {
  return {
    extensions: { sameRow: { unlessNull } } satisfies Declarations,
    resolve: <Row extends Readonly<Record<Name, unknown>>>(row: Row): Row | null =>
      row[unlessNull] === null ? null : row,
  };
}

/** The extensions of a field that reads only these of its row, by its resolver and those below. */
export function reading(...reads: string[]) {
  return { extensions: { reads } satisfies Declarations };
}

/** The extensions of a field that reads computed fields of its row beside those that are stored. */
export function readingAlso(...readsAlso: string[]) {
  return { extensions: { readsAlso } satisfies Declarations };
}
