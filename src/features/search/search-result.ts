import { connectionType, enumType } from '../../builder/declare-types.ts';
import { builder, type Row } from '../../builder.ts';
import type { Context } from '../../context.ts';
import { joinSql, sql, type Sql } from '../../database/database.ts';
import { organizationsOfSql } from '../../auth/can-access-sql.ts';
import { kindOfId } from '../../lib/id.ts';
import { tableOf } from '../../pagination/source.ts';
import { Collection } from '../collections/collection.ts';
import { collectionSource } from '../collections/collection-source.ts';
import { Site } from '../sites/site.ts';
import { siteSource } from '../sites/site-source.ts';
import { Space } from '../spaces/space.ts';
import { spaceSource } from '../spaces/space-source.ts';
import { normalizedTextSql } from './normalized-text-sql.ts';
import { shownPageSql } from './found-pages-sql.ts';
import { PageSearchResult, type FoundPage, type PageHit } from './page-search-result.ts';
import {
  search,
  searchArguments,
  searchComplexity,
  type Hit,
  type SearchList,
} from './search-connection.ts';
import type { SearchQuery } from './search-query.ts';
import { viewerScope } from './search-scope.ts';

const SearchResultType = enumType('SearchResultType', 'Type of a search result.', {
  page: 'Pages of primary content, by their text and attributes.',
  space: 'Spaces, by their titles.',
  collection: 'Collections, by their titles.',
  site: 'Sites, by their titles.',
});

const SearchResult = builder.unionType('SearchResult', {
  description: 'A search result.',
  types: [PageSearchResult, Space, Collection, Site],
  resolveType: (found) => ('page' in found ? PageSearchResult : kindOfId(found.id)),
});

const SearchResultConnection = connectionType(
  SearchResult,
  'search result',
  'search results, best first',
);

/** Sources with searchable titles, in addition to pages. */
const titled = { space: spaceSource, collection: collectionSource, site: siteSource } as const;

const titledTypes = ['space', 'collection', 'site'] as const;

type ShownTitled = { id: string; type: (typeof titledTypes)[number] };

type ShownType = ShownTitled['type'] | 'page';

/** Pages, and what has a title in which words begin with each; titles go before pages. */
function listOf(wanted: readonly ShownType[], viewerId: string): SearchList {
  return {
    scope: { ...viewerScope, name: `${viewerScope.name} ${wanted.toSorted().join()}` },
    items: (query) =>
      joinSql(
        [
          sql`${pagesSql} WHERE ${wanted.includes('page')}`,
          ...titledTypes
            .filter((type) => wanted.includes(type))
            .map((type) => titledSql(type, query, viewerId)),
        ],
        ' UNION ALL ',
      ),
    shown: sql`CASE WHEN i.page IS NULL
      THEN json_build_object('id', i.id, 'type', i.type) ELSE ${shownPageSql} END`,
  };
}

const pagesSql = sql`
  SELECT 'page' AS type, NULL::text AS id, r.space_id, r.revision_id, r.page, r.rank,
    r.space_id || ' ' || r.page AS key
  FROM ranked r`;

function titledSql(type: ShownTitled['type'], query: SearchQuery, viewerId: string): Sql {
  const source = titled[type];
  const isDeleted = type === 'space' ? sql`t.deleted_at IS NOT NULL` : sql`FALSE`;
  const patterns = query.phrases
    .flat()
    .filter(({ isTail }) => !isTail)
    // Words are letters and digits alone, so nothing in them has a meaning in a pattern.
    .map(({ text, isGram }) => (isGram ? text : `(^|[^[:alnum:]])${text}`));
  return sql`
    SELECT ${type}::text AS type, t.id, NULL::text AS space_id, NULL::text AS revision_id,
      NULL::text AS page, -round((5 + 1.0 / (1 + length(t.title))) * 100000)::int AS rank,
      t.id AS key
    FROM ${tableOf(source)}
    WHERE ${patterns.length > 0} AND ${normalizedTextSql(sql`t.title`)} ~ ALL(${patterns}::text[])
      AND t.organization_id IN (${organizationsOfSql(sql`${viewerId}`)})
      AND NOT ${isDeleted} AND ${source.visibleInLists(viewerId)}`;
}

/** Loads the node of a result; null if it was deleted since. */
async function nodeOf(
  { loaders }: Context,
  found: Hit<PageHit | ShownTitled>,
): Promise<FoundPage | Row<'Space'> | Row<'Collection'> | Row<'Site'> | null> {
  if ('page' in found) return found;
  if (found.type === 'space') return loaders.one(spaceSource, found.id);
  if (found.type === 'collection') return loaders.one(collectionSource, found.id);
  return loaders.one(siteSource, found.id);
}

builder.queryField('search', (t) =>
  t.field({
    type: SearchResultConnection,
    description:
      'Items in the organizations of the viewer that contain all words of a query: titles of spaces, collections and sites first, then pages. Only items visible to the viewer.',
    args: {
      ...searchArguments(t.arg),
      types: t.arg({
        type: [SearchResultType],
        description: 'Only results of these types; of all when absent.',
      }),
      ...t.arg.connectionArgs(),
    },
    complexity: searchComplexity,
    resolve: async (_root, { query, types: given, ...args }, context) => {
      const wanted = given ?? (['page', ...titledTypes] as const);
      const list = listOf(wanted, context.viewer.id);
      const page = await search<PageHit | ShownTitled>(context, list, { id: '', query, args });
      const nodes = await Promise.all(page.edges.map(({ node }) => nodeOf(context, node)));
      const edges = page.edges.flatMap(({ cursor }, index) => {
        const node = nodes[index];
        return node ? [{ node, cursor }] : [];
      });
      return { ...page, edges };
    },
  }),
);
