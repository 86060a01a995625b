import { encodeCursor, decodeCursor, type SortValue } from './cursor.ts';
import type { Page } from './loaders.ts';
import {
  pageRequest,
  pageSizeOf,
  type ConnectionArguments,
  type PageRequest,
} from './page-request.ts';

/** A list that is in memory completely, e.g. because it is stored in one value. */
export interface ListField<Parent, Item, Context> {
  /** Identifies the list in cursors, e.g. `Revision.files`. */
  name: string;
  /** All items, in ascending order of their keys. */
  load: (parent: Parent, context: Context) => Promise<readonly Item[]>;
  /** Returns the sort key of an item, which is unique in the list. */
  keyOf: (item: Item) => string;
}

/**
 * Returns the field options of a list in memory, with the cursors and rules of a declared
 * connection. Spread them into `t.field`, beside `t.arg.connectionArgs()`.
 */
export function listField<Parent, Item, Context extends { readonly pageSizeMax: number }>({
  name,
  load,
  keyOf,
}: ListField<Parent, Item, Context>) {
  return {
    complexity: (args: ConnectionArguments) => ({
      field: 1,
      multiplier: pageSizeOf(args),
    }),
    resolve: async (parent: Parent, args: ConnectionArguments, context: Context) => {
      const request = pageRequest(args, context.pageSizeMax);
      return pageOfList(name, await load(parent, context), keyOf, request);
    },
  };
}

/**
 * Returns a page of a list in memory, and the number of items after it.
 *
 * @param name identifies the list in cursors
 * @param items all items, in ascending order of their keys
 * @throws INVALID_CURSOR
 */
export function pageOfList<Item>(
  name: string,
  items: readonly Item[],
  keyOf: (item: Item) => string,
  { size, backward, after, before }: PageRequest,
): Page<Item> & {
  followingCount: number;
  pageInfo: { hasNextPage: boolean; hasPreviousPage: boolean };
} {
  const [start] = after === undefined ? [undefined] : decodeCursor(name, after, ['text']);
  const [end] = before === undefined ? [undefined] : decodeCursor(name, before, ['text']);
  const from = start === undefined ? 0 : countUntil(items, keyOf, start, true);
  const to = end === undefined ? items.length : countUntil(items, keyOf, end, false);
  const first = backward ? Math.max(from, to - size) : from;
  const last = Math.max(first, backward ? to : Math.min(to, from + size));
  const edges = items
    .slice(first, last)
    .map((node) => ({ node, cursor: encodeCursor(name, [keyOf(node)]) }));
  return {
    edges,
    pageInfo: {
      hasNextPage: last < items.length,
      hasPreviousPage: first > 0,
      startCursor: edges[0]?.cursor ?? null,
      endCursor: edges.at(-1)?.cursor ?? null,
    },
    totalCount: () => Promise.resolve(items.length),
    followingCount: items.length - last,
  };
}

/** Returns the number of items before a key, and with it if `inclusive`. */
function countUntil<Item>(
  items: readonly Item[],
  keyOf: (item: Item) => string,
  place: SortValue,
  inclusive: boolean,
): number {
  const found = items.findIndex((item) =>
    inclusive ? keyOf(item) > String(place) : keyOf(item) >= String(place),
  );
  return found < 0 ? items.length : found;
}
