import type { GraphQLField } from 'graphql';
import type { Addresses } from '../addresses.ts';
import { sql, type Sql } from '../database/database.ts';
import { notFound } from '../errors.ts';
import { nameWords } from '../lib/name-words.ts';
import type { Connection } from './connection.ts';
import { firstOf } from './first-of.ts';
import type { Loaders } from './loaders.ts';
import { column, type Source } from './source.ts';

/** A field whose value is the row that another row refers to, or the key of that row. */
export interface DeclaredOne {
  readonly source: Source<object>;
  /** The field of the row with the key; null if it refers to nothing. */
  readonly key: string;
  /** Visibility of the row: that of its source, that of the referring row, or none, for history. */
  readonly visibleTo: 'viewer' | 'viewers of the row' | 'everybody';
}

/** A row that the payload of a mutation identifies. */
export interface DeclaredPayloadRow {
  readonly source: Source<object>;
  /** The member of the payload with the key; null if the value is a row of another source. */
  readonly key: string;
  readonly visibleTo: 'viewer' | 'everybody';
  /** Members of the payload with values of the row as the mutation wrote them, by its fields. */
  readonly given?: Readonly<Record<string, string>>;
}

/** A root field whose value is the row with a key. */
export interface DeclaredRoot {
  readonly source: Source<object>;
  /** The argument with the key; null if the key is the viewer's id. */
  readonly argument: string | null;
}

/** A field whose value is a row below another one, selected by an argument. */
export interface DeclaredChild {
  readonly source: Source<object>;
  readonly argument: string;
  /** True if the argument selects the row `t`, which belongs to the parent with that id. */
  readonly matches: (argument: Sql, parentId: Sql) => Sql;
}

/** A segment of an address: a text, or the value of a field of the row. */
export type AddressSegment<Name extends string = string> = string | { readonly field: Name };

/** An address below `/v1`, or one of the app: of an organization, or of something in it. */
export type DeclaredAddress<Name extends string = string> = readonly [
  'v1' | 'app',
  ...AddressSegment<Name>[],
];

/** Declarations of fields, in their extensions, for planning whole operations. */
export interface Declarations {
  readonly connection?: Connection<object, object>;
  /**
   * Fields of the parent whose values, joined by blanks, are its id for the connection or the
   * counted list.
   */
  readonly parentKey?: readonly string[];
  readonly one?: DeclaredOne;
  /** Rows of a payload, of which the value is the one whose key is not null. */
  readonly payloadRows?: readonly DeclaredPayloadRow[];
  readonly root?: DeclaredRoot;
  readonly child?: DeclaredChild;
  /** The list whose first row is the value; the value is null without rows. */
  readonly first?: Connection<object, object>;
  /** The list whose rows are counted, filtered by the arguments of the field. */
  readonly count?: Connection<object, object>;
  /** The field of the row that is returned unchanged. */
  readonly shows?: string;
  /** The address that is returned. */
  readonly address?: DeclaredAddress;
  /** Whether the value is the row itself; with a field name, null if that field is null. */
  readonly sameRow?: { readonly unlessNull?: string };
  /**
   * The fields of the row that the resolver and those below it read; defaults to the fields that
   * rows always have.
   */
  readonly reads?: readonly string[];
  /** Whether rows with equal `reads` have equal values, of which one is written for all. */
  readonly isShared?: boolean;
  /** Computed fields that they also read. */
  readonly readsAlso?: readonly string[];
}

interface LoadingContext {
  readonly loaders: Loaders;
}

/** Returns the declarations of a field. */
export function declarationsOf({ extensions }: GraphQLField<unknown, unknown>): Declarations {
  return extensions as Declarations;
}

/**
 * Returns the options of a root field that returns a row by its argument `id`, or null if there is
 * none for the viewer. Spread them into `t.field`.
 */
export function rootField<Row extends object>(source: Source<Row>) {
  return {
    nullable: true as const,
    extensions: { root: { source, argument: 'id' } } satisfies Declarations,
    resolve: (_root: object, { id }: { id: string }, { loaders }: LoadingContext) =>
      loaders.one(source, id),
  };
}

/**
 * Returns the options of a field that returns a row by its argument `id`, among those that refer to
 * its parent. Spread them into `t.field`.
 */
export function childField<Of extends string, Row extends Readonly<Record<Of, string | null>>>(
  source: Source<Row>,
  of: Of,
) {
  return {
    nullable: true as const,
    extensions: {
      child: {
        source,
        argument: 'id',
        matches: (id: Sql, parentId: Sql) =>
          sql`${column(source.keyField)} = ${id} AND ${column(of)} = ${parentId}`,
      },
    } satisfies Declarations,
    resolve: (
      parent: { id: string },
      { id }: { id: string },
      { loaders }: LoadingContext,
    ): Promise<Row | null> => loaders.oneIn(source, id, of, parent.id),
  };
}

/**
 * Returns the options of a field that returns the row that its parent refers to, or null if there
 * is none for the viewer. Spread them into `t.field`.
 */
export function oneField<Key extends string, Row extends object>(source: Source<Row>, key: Key) {
  return {
    nullable: true as const,
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

/**
 * Returns the options of a field that returns the row that its parent always refers to, and that
 * whoever sees the parent sees. Spread them into `t.field`.
 *
 * Its resolver throws NOT_FOUND if the row was deleted or hidden since its parent was read.
 */
export function requiredField<Key extends string, Row extends object>(
  source: Source<Row>,
  key: Key,
  visibleTo?: DeclaredOne['visibleTo'],
) {
  return {
    ...pointing(source, key, visibleTo),
    resolve: async (
      parent: Readonly<Record<Key, string | null>>,
      _args: object,
      { loaders }: LoadingContext,
    ): Promise<Row> => {
      const id = parent[key];
      const row = id === null ? null : await loaders.one(source, id);
      if (!row) throw notFound(nounOf(source), id ?? '');
      return row;
    },
  };
}

/** Returns the name of a type in words: `change request`. */
export function nounOf({ type }: Source<object>): string {
  return nameWords(type).join(' ').toLowerCase();
}

/**
 * Returns the extensions of a field whose value is, or identifies, the row that its parent refers
 * to.
 */
export function pointing(
  source: Source<object>,
  key: string,
  visibleTo: DeclaredOne['visibleTo'] = 'viewer',
) {
  return { extensions: { one: { source, key, visibleTo } } satisfies Declarations };
}

/**
 * Returns the options of a field that returns the first row of a list. Spread them into `t.field`.
 */
export function firstField<Row extends object, Args>(connection: Connection<Row, Args>) {
  const first = connection as unknown as Connection<Row, object>;
  return {
    nullable: true as const,
    extensions: { first } satisfies Declarations,
    resolve: (parent: { id: string }, _args: object, { loaders }: LoadingContext) =>
      firstOf(loaders, first, parent, {}),
  };
}

/** Returns the extensions of a field that counts the rows of a list, filtered by its arguments. */
export function counting<Row extends object, Args extends object>(
  connection: Connection<Row, Args>,
  parentKey: readonly string[] = ['id'],
) {
  const count = connection as unknown as Connection<object, object>;
  return { extensions: { count, parentKey } satisfies Declarations };
}

/**
 * Returns the options of a field that returns a stored field unchanged, e.g. a text that is an enum
 * in GraphQL. Spread them into `t.field`.
 */
export function showing<Name extends string>(name: Name) {
  return {
    extensions: { shows: name } satisfies Declarations,
    // Constraints of the database ensure valid enum values.
    resolve: (row: Readonly<Record<Name, unknown>>) => row[name] as never,
  };
}

/** Returns the options of a field that returns an address. Spread them into `t.string`. */
export function addressField<Name extends string = never>(...address: DeclaredAddress<Name>) {
  const reads = address.flatMap((segment) => (typeof segment === 'string' ? [] : segment.field));
  return {
    extensions: { address, reads } satisfies Declarations,
    resolve: (
      row: Readonly<Record<Name, string | number>>,
      _args: object,
      { addresses }: { readonly addresses: Addresses },
    ): string => {
      const [root, ...segments] = address.map((segment) =>
        typeof segment === 'string' ? segment : String(row[segment.field]),
      );
      const [organizationId = '', ...below] = segments;
      return root === 'app'
        ? addresses.app(organizationId, ...below)
        : addresses.own('v1', ...segments);
    },
  };
}

/**
 * Returns the options of a field that returns its row as another type. Spread them into `t.field`.
 */
export const sameRow = {
  extensions: { sameRow: {} } satisfies Declarations,
  resolve: <Row>(row: Row): Row => row,
};

/** The same, but returns null if a field of the row is null. */
export function sameRowUnlessNull<Name extends string>(unlessNull: Name) {
  return {
    nullable: true as const,
    extensions: { sameRow: { unlessNull } } satisfies Declarations,
    resolve: <Row extends Readonly<Record<Name, unknown>>>(row: Row): Row | null =>
      row[unlessNull] === null ? null : row,
  };
}

/** Returns the extensions of a field whose resolvers read only these fields of the row. */
export function reading(...reads: string[]) {
  return { extensions: { reads } satisfies Declarations };
}

/**
 * Returns the extensions of a field whose value depends on nothing but the viewer and these fields
 * of the row, of which many rows have equal ones.
 */
export function sharedBy(...reads: string[]) {
  return { extensions: { reads, isShared: true } satisfies Declarations };
}

/**
 * Returns the extensions of a field that reads computed fields of its row besides the stored ones.
 */
export function readingAlso(...readsAlso: string[]) {
  return { extensions: { readsAlso } satisfies Declarations };
}
