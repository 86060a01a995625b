import type { GraphQLField } from 'graphql';
import type { Connection } from './connection.ts';
import type { Loaders } from './loaders.ts';
import type { Source } from './source.ts';

/** A field whose value is the one row that a row points to. */
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
  /** The argument that holds the key. */
  readonly argument: string;
}

/** What fields declare, so that whole operations can be planned. It stands in their extensions. */
export interface Declarations {
  readonly connection?: Connection<object, object>;
  /** Whether the connection is below the field `id` of its parent. */
  readonly isBelowId?: boolean;
  readonly one?: DeclaredOne;
  readonly root?: DeclaredRoot;
  /** The fields of the row that its resolver and those below it read; all where it does not say. */
  readonly reads?: readonly string[];
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
    resolve: (_root: object, { id }: { id: string }, { loaders }: { loaders: Loaders }) =>
      loaders.one(source, id),
  };
}

/** The extensions of a field that reads only these of its row, by its resolver and those below. */
export function reading(...reads: string[]) {
  return { extensions: { reads } satisfies Declarations };
}
