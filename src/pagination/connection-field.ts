import type { Connection } from './connection.ts';
import type { Loaders, Page } from './loaders.ts';
import { pageRequest, pageSizeOf, type ConnectionArguments } from './page-request.ts';

/** The parts of a request's context that connections need. */
interface ConnectionContext {
  readonly loaders: Loaders;
  readonly pageSizeMax: number;
}

/** A page in the type of Pothos's Relay plugin, which awaits the parts that load on demand. */
type RelayPage<Row> = Omit<Page<Row>, 'pageInfo'> & {
  pageInfo: {
    hasNextPage: boolean;
    hasPreviousPage: boolean;
    startCursor: string | null;
    endCursor: string | null;
  };
};

/**
 * Returns the field options of a declared connection. Spread them into `t.field`, beside
 * `t.arg.connectionArgs()`. The declaration remains readable in the field's extensions.
 *
 * @param options.sizeExpected maximum number of rows per parent, if the model bounds it; limits the
 *   cost of the field
 * @param options.parentKey fields of the parent whose values, joined by blanks, are `p.id` in SQL;
 *   defaults to `id`
 * @param options.idOf returns `p.id` for a parent that is not a row
 */
export function connectionField<Row extends object, Args extends object>(
  connection: Connection<Row, Args>,
  options: {
    sizeExpected?: number;
    parentKey?: readonly string[];
    idOf?: (parent: never) => string;
  } = {},
) {
  const { sizeExpected = Number.POSITIVE_INFINITY, parentKey = ['id'] } = options;
  const idOf = (options.idOf ?? parentIdBy(parentKey)) as (parent: object) => string;
  return {
    extensions: { connection, ...(!options.idOf && { parentKey }) },
    complexity: (args: ConnectionArguments) => ({
      field: 1,
      multiplier: Math.min(pageSizeOf(args), sizeExpected),
    }),
    resolve: async (
      parent: object,
      args: ConnectionArguments & Args,
      context: ConnectionContext,
    ): Promise<RelayPage<Row>> => {
      const { first, last, after, before, ...own } = args;
      const request = pageRequest({ first, last, after, before }, context.pageSizeMax);
      const parentId = connection.of === null ? '' : idOf(parent);
      const page = await context.loaders.page(connection, parentId, own as Args, request);
      return page as RelayPage<Row>;
    },
  };
}

function parentIdBy(fields: readonly string[]) {
  return (parent: Readonly<Record<string, unknown>>) =>
    fields.map((field) => parent[field]).join(' ');
}
