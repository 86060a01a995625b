import { badInput } from '../errors.ts';

export const PAGE_SIZE_DEFAULT = 30;
/** Maximum page size of a GraphQL connection. `/v1` lists allow REST_PAGE_SIZE_MAX. */
export const PAGE_SIZE_MAX = 100;
/** Maximum `limit` of a `/v1` list (interface, Limits). */
export const REST_PAGE_SIZE_MAX = 1000;

/** The unchecked arguments of a Relay connection. */
export interface ConnectionArguments {
  first?: number | null | undefined;
  last?: number | null | undefined;
  after?: string | null | undefined;
  before?: string | null | undefined;
}

/** Returns the page size that the arguments request. */
export function pageSizeOf({ first, last }: ConnectionArguments): number {
  return first ?? last ?? PAGE_SIZE_DEFAULT;
}

/** A valid request for a page of a list. */
export interface PageRequest {
  size: number;
  /** Whether the page is counted from the end of the list (`last`). */
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
