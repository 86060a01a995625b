import type { GraphQLArgument } from 'graphql';
import { PAGE_SIZE_DEFAULT, REST_PAGE_SIZE_MAX } from '../pagination/page-request.ts';
import { limitsOf } from './extensions.ts';
import type { QueryParameter } from './route.ts';

/** Arguments of a connection that `/v1` has no parameter for: its lists are read forward. */
export const withoutRestForm: ReadonlySet<string> = new Set(['last', 'before']);

type Pagination = Pick<QueryParameter, 'name' | 'defaultValue' | 'description' | 'limits'>;

/** What `/v1` says in place of the arguments of a connection. */
const pagination = new Map<string, Pagination>([
  [
    'first',
    {
      name: 'limit',
      defaultValue: PAGE_SIZE_DEFAULT,
      description: `Size of the page, 0 to ${REST_PAGE_SIZE_MAX}.`,
      limits: { minimum: 0, maximum: REST_PAGE_SIZE_MAX },
    },
  ],
  [
    'after',
    {
      name: 'page',
      defaultValue: undefined,
      description: 'The `next.page` of the answer before; absent for the first page.',
      limits: undefined,
    },
  ],
]);

/**
 * The parameter of the query string that fills an argument.
 *
 * @param limit size of a page for those who do not ask for one, where it is not that of all lists
 */
export function queryParameterOf(argument: GraphQLArgument, limit?: number): QueryParameter {
  return {
    name: argument.name,
    variable: argument.name,
    type: argument.type,
    defaultValue: argument.defaultValue,
    description: argument.description ?? '',
    limits: limitsOf(argument),
    ...pagination.get(argument.name),
    ...(argument.name === 'first' &&
      limit !== undefined && { defaultValue: limit, operationDefault: String(limit) }),
  };
}
