import type { GraphQLArgument } from 'graphql';
import { PAGE_SIZE_DEFAULT, REST_PAGE_SIZE_MAX } from '../pagination/page-request.ts';
import { limitsOf } from './extensions.ts';
import type { QueryParameter } from './route.ts';

/** Connection arguments without a parameter on `/v1`, whose lists are read forward only. */
export const withoutRestForm: ReadonlySet<string> = new Set(['last', 'before']);

type Pagination = Pick<QueryParameter, 'name' | 'defaultValue' | 'description' | 'limits'>;

/** Query parameters of `/v1` that replace arguments of a connection. */
const pagination = new Map<string, Pagination>([
  [
    'first',
    {
      name: 'limit',
      defaultValue: PAGE_SIZE_DEFAULT,
      description: `Number of items per page, 0 to ${REST_PAGE_SIZE_MAX}.`,
      limits: { minimum: 0, maximum: REST_PAGE_SIZE_MAX },
    },
  ],
  [
    'after',
    {
      name: 'page',
      defaultValue: undefined,
      description: '`next.page` of the previous response; absent for the first page.',
      limits: undefined,
    },
  ],
]);

/**
 * Returns the query parameter that fills an argument.
 *
 * @param limit default page size, if the list overrides the general one
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
