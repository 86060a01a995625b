import type { ArgumentBuilder } from '../../builder.ts';
import type { Context } from '../../context.ts';
import type { Sql } from '../../database/database.ts';
import {
  pageRequest,
  pageSizeOf,
  type ConnectionArguments,
  type PageRequest,
} from '../../pagination/page-request.ts';
import { loadRankedPages, type RankedPage } from '../../pagination/ranked-list.ts';
import { parentsSql, rankedPagesSql } from './found-pages-sql.ts';
import { parseQuery, QUERY_WORDS_MAX, searchText, type SearchQuery } from './search-query.ts';
import type { SearchScope } from './search-scope.ts';
import { textQuery } from './text-query.ts';
import { expandQuery, type QueryExpansion } from './query-expansion.ts';

/** Cost of a search in an operation, in addition to its results. */
const SEARCH_COST = 50;

/** Terms of a query, which are marked in snippets. */
export interface QueryTerms {
  query: SearchQuery;
  forms: QueryExpansion;
}

/** A list of results of a search. */
export interface SearchList {
  scope: SearchScope;
  /** Selects from `ranked`, or from beside it: `rank`, `key`, and what `shown` needs. */
  items: (query: SearchQuery) => Sql;
  /** Shown values of the item `i`, as JSON. */
  shown: Sql;
}

/** Shown values of an item, with the terms of the query. */
export type Hit<Shown> = Shown & { wanted: QueryTerms };

export const QUERY_DESCRIPTION =
  'Words that a page, or content that it includes, must all contain, in any form of the language ' +
  'of its space. The last word may be incomplete; `"…"` is an exact phrase; an unknown word matches ' +
  'words that differ from it by one letter. ' +
  `At most ${QUERY_WORDS_MAX} words.`;

/** The argument of every search. */
export const searchArguments = (arg: ArgumentBuilder) => ({
  query: arg.string({
    required: true,
    description: QUERY_DESCRIPTION,
    validate: searchText,
  }),
});

/** The cost of every search. */
export const searchComplexity = (args: ConnectionArguments) => ({
  field: SEARCH_COST,
  multiplier: pageSizeOf(args),
});

/**
 * The options by which a field serves what a search finds below a parent: spread them into
 * `t.field`, beside `t.arg.connectionArgs()`.
 */
export function searchField<Shown extends object>(list: SearchList) {
  return {
    complexity: searchComplexity,
    resolve: (
      { id }: { id: string },
      { query, ...args }: ConnectionArguments & { query: string },
      context: Context,
    ): Promise<RankedPage<Hit<Shown>>> => search<Shown>(context, list, { id, query, args }),
  };
}

/**
 * Searches below a parent. The searches of a level are batched: three statements, two if all words
 * are known, none for a query without words.
 *
 * @throws BAD_USER_INPUT naming the argument and its limit, INVALID_CURSOR
 */
export function search<Shown extends object>(
  context: Context,
  list: SearchList,
  { id, query, args }: { id: string; query: string; args: ConnectionArguments },
): Promise<RankedPage<Hit<Shown>>> {
  const { first, last, after, before } = args;
  const request = pageRequest({ first, last, after, before }, context.pageSizeMax);
  const parsed = parseQuery(query);
  const name = `${list.scope.name} ${query}`;
  return context.loaders.batch(`${name} ${JSON.stringify(request)}`, id, (ids) =>
    loadSearches<Shown>(context, { ...list, name }, ids, parsed, request),
  );
}

async function loadSearches<Shown extends object>(
  { db, viewer }: Context,
  { name, scope, items, shown }: SearchList & { name: string },
  parentIds: readonly string[],
  query: SearchQuery,
  request: PageRequest,
): Promise<RankedPage<Hit<Shown>>[]> {
  const reader = { db, viewerId: viewer.id, scope };
  const forms = await expandQuery(reader, query, parentIds);
  const queries = forms.map((words) => textQuery(query, words));
  const list = {
    name,
    parents: parentsSql(parentIds, queries),
    queries: rankedPagesSql(reader),
    items: items(query),
    shown,
  };
  const pages = await loadRankedPages<Shown>(db, list, request, parentIds.length);
  return pages.map((page, index) => {
    const wanted = { query, forms: forms[index] ?? new Map<string, string[]>() };
    const edges = page.edges.map(({ node, cursor }) => ({ node: { ...node, wanted }, cursor }));
    return { ...page, edges };
  });
}
