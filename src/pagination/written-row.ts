import { notFound } from '../errors.ts';
import { nounOf, type Declarations, type DeclaredOne } from './declared-fields.ts';
import type { Loaders } from './loaders.ts';
import type { Source } from './source.ts';

/** The id of a row that a mutation wrote; its fields are read from the database. */
export interface WrittenRow {
  readonly id: string;
}

/**
 * Returns the options of a payload field with the row that a mutation wrote.
 *
 * @param visibleTo everybody, for a write that may end the viewer's own access
 */
export function writtenRow<Row extends object>(
  source: Source<Row>,
  visibleTo: Extract<DeclaredOne['visibleTo'], 'viewer' | 'everybody'> = 'viewer',
) {
  return {
    extensions: { one: { source, key: source.keyField, visibleTo } } satisfies Declarations,
    resolve: async (
      { id }: WrittenRow,
      _args: object,
      { loaders }: { loaders: Loaders },
    ): Promise<Row> => {
      const row = await (visibleTo === 'viewer'
        ? loaders.one(source, id)
        : loaders.oneRegardlessOfAccess(source, id));
      if (!row) throw notFound(nounOf(source), id);
      return row;
    },
  };
}
