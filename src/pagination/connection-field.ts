import type { Connection } from './connection.ts';
import type { Loaders, Page } from './loaders.ts';
import { pageRequest, pageSizeOf, type ConnectionArguments } from './page-request.ts';

/** What a connection needs of a request's context. */
interface ConnectionContext {
  readonly loaders: Loaders;
  readonly pageSizeMax: number;
}

/** A page as Pothos's Relay plugin types it: it awaits the parts that load on demand. */
type RelayPage<Row> = Omit<Page<Row>, 'pageInfo'> & {
  pageInfo: {
    hasNextPage: boolean;
    hasPreviousPage: boolean;
    startCursor: string | null;
    endCursor: string | null;
  };
};

/** What a parent is called in SQL where it has no id of its own. */
type IdOf = (parent: never) => string;

/**
 * The options by which a field serves a declared connection: spread them into `t.connection`. The
 * declaration stays readable in the field's extensions.
 *
 * @param options.sizeExpected how many rows a parent has at most, where the model bounds them; the
 *   cost of the field counts no more
 * @param options.idOf makes the parent's id, `p.id` in SQL; else it is the field `id`
 */
export function connectionField<Row extends object, Args extends object>(
  connection: Connection<Row, Args>,
  options: { sizeExpected?: number; idOf?: IdOf } = {},
) {
  const { sizeExpected = Number.POSITIVE_INFINITY } = options;
  const idOf = (options.idOf ?? (({ id }: { id: string }) => id)) as (parent: object) => string;
  return {
    extensions: { connection, isBelowId: !options.idOf },
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
