import { notFound } from '../errors.ts';
import { nounOf, type Declarations, type DeclaredPayloadRow } from './declared-fields.ts';
import type { Loaders } from './loaders.ts';
import type { Source } from './source.ts';

/** The id of a row that a mutation wrote; its fields are read from the database. */
export interface WrittenRow {
  readonly id: string;
}

/** A row that a member of a payload identifies. */
interface PayloadRow<Row extends object> extends Omit<DeclaredPayloadRow, 'source'> {
  readonly source: Source<Row>;
}

/**
 * Returns the options of a payload field with the row that a member of the payload identifies: of
 * several, the first whose member is not null. Spread them into `t.field`.
 */
export function payloadRow<Row extends object>(...rows: readonly PayloadRow<Row>[]) {
  return {
    extensions: { payloadRows: rows } satisfies Declarations,
    resolve: async (
      payload: object,
      _args: object,
      { loaders }: { loaders: Loaders },
    ): Promise<Row> => {
      const members = payload as Readonly<Record<string, unknown>>;
      const named = rows.find(({ key }) => typeof members[key] === 'string');
      if (!named) throw new Error('A payload identifies no row.');
      const { source, visibleTo, given = {} } = named;
      const id = String(members[named.key]);
      const row = await (visibleTo === 'viewer'
        ? loaders.one(source, id)
        : loaders.oneRegardlessOfAccess(source, id));
      if (!row) throw notFound(nounOf(source), id);
      const values = Object.entries(given).map(([field, member]) => [field, members[member]]);
      return { ...row, ...(Object.fromEntries(values) as Partial<Row>) };
    },
  };
}
