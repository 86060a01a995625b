import { badInput } from '../errors.ts';

export const PAGE_SIZE_DEFAULT = 30;
/** Largest page of a GraphQL connection. `/v1` lists go up to REST_PAGE_SIZE_MAX. */
export const PAGE_SIZE_MAX = 100;
/** Largest `limit` of a `/v1` list (interface, Limits). */
export const REST_PAGE_SIZE_MAX = 1000;

/** The arguments of a Relay connection as they arrive. */
export interface ConnectionArguments {
  first?: number | null | undefined;
  last?: number | null | undefined;
  after?: string | null | undefined;
  before?: string | null | undefined;
}

/** How many rows the arguments ask for. */
export function pageSizeOf({ first, last }: ConnectionArguments): number {
  return first ?? last ?? PAGE_SIZE_DEFAULT;
}

/** What part of a list is wanted. */
export interface PageRequest {
  size: number;
  /** Count from the end of the list (`last`). */
  backward: boolean;
  after: string | undefined;
  before: string | undefined;
}

/** Checks connection arguments. @throws BAD_USER_INPUT naming the argument and its limits */
export function pageRequest(args: ConnectionArguments, sizeMax: number): PageRequest {
  const first = args.first ?? undefined;
  const last = args.last ?? undefined;
  if (first !== undefined && last !== undefined) {
    throw badInput('Pass "first" or "last", not both.', ['first']);
  }
  checkSize('first', first, sizeMax);
  checkSize('last', last, sizeMax);
  return {
    size: pageSizeOf(args),
    backward: last !== undefined,
    after: args.after ?? undefined,
    before: args.before ?? undefined,
  };
}

function checkSize(name: string, size: number | undefined, sizeMax: number): void {
  if (size === undefined) return;
  if (size < 0 || size > sizeMax) {
    throw badInput(`"${name}" must be 0 to ${sizeMax}, but is ${size}.`, [name]);
  }
}
