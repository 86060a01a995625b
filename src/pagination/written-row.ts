import { notFound } from '../errors.ts';
import type { Declarations, DeclaredOne } from './declared-fields.ts';
import type { Loaders } from './loaders.ts';
import type { Source } from './source.ts';

/** What a mutation returns of a row that it wrote: the answer is read from the database. */
export interface WrittenRow {
  readonly id: string;
}

/**
 * The options by which a payload shows the row that a mutation wrote: spread them into `t.field`.
 *
 * @param noun names the row in the error when it has just gone
 * @param visibleTo everybody, for a write that can end the viewer's own access
 */
export function writtenRow<Row extends object>(
  source: Source<Row>,
  noun: string,
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
        : loaders.oneOfHistory(source, id));
      if (!row) throw notFound(noun, id);
      return row;
    },
  };
}
