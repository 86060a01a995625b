import { builder } from '../../builder.ts';
import { sql } from '../../database/database.ts';
import { Space } from '../spaces/space.ts';
import { spaceSource } from '../spaces/space-source.ts';
import { shownPageSql } from './found-pages-sql.ts';
import { PageSearchResult, type PageHit } from './page-search-result.ts';
import { searchArguments, searchField, type Hit, type SearchList } from './search-connection.ts';
import { organizationScope } from './search-scope.ts';

/** Most pages of a space that are shown among those of others. */
const SPACE_PAGES_MAX = 10;

/** A space in which pages were found. */
export interface SpaceHit {
  spaceId: string;
  /** The best of them. */
  pages: PageHit[];
  pageCount: number;
}

/** Spaces of an organization with matching pages, in the order of the best page of each. */
export const spacesFound: SearchList = {
  scope: organizationScope,
  items: () => sql`
    SELECT r.space_id, r.space_id AS key, min(r.rank) AS rank, count(*)::int AS page_count
    FROM ranked r GROUP BY r.space_id`,
  shown: sql`(
    SELECT json_build_object('spaceId', i.space_id, 'pageCount', i.page_count, 'pages', (
      SELECT json_agg(best.shown ORDER BY best.rank, best.page) FROM (
        SELECT b.rank, b.page, ${shownPageSql} AS shown
        FROM (
          SELECT * FROM ranked r WHERE r.space_id = i.space_id
          ORDER BY r.rank, r.page LIMIT ${SPACE_PAGES_MAX}
        ) b CROSS JOIN LATERAL (SELECT b.*) i
      ) best)))`,
};

const SpaceSearchResult = builder.objectRef<Hit<SpaceHit>>('SpaceSearchResult').implement({
  description: 'A space with pages that match a search.',
  rest: { fields: 'id: spaceId title pages { ...PageSearchResult }' },
  fields: (t) => ({
    spaceId: t.exposeID('spaceId', { description: 'Id of the space, `sp_…`.' }),
    title: t.string({
      description: 'Title of the space.',
      resolve: async ({ spaceId }, _args, { loaders }) =>
        (await loaders.oneRegardlessOfAccess(spaceSource, spaceId))?.title ?? '',
    }),
    pages: t.field({
      type: [PageSearchResult],
      description: `The best ${SPACE_PAGES_MAX} of the pages that were found in it, best first.`,
      complexity: { field: 1, multiplier: SPACE_PAGES_MAX },
      resolve: ({ pages, wanted }) => pages.map((page) => ({ ...page, wanted })),
    }),
    pageCount: t.exposeInt('pageCount', { description: 'Number of matching pages in the space.' }),
    space: t.field({
      type: Space,
      nullable: true,
      description: 'The space; null if it was deleted since.',
      resolve: ({ spaceId }, _args, { loaders }) => loaders.one(spaceSource, spaceId),
    }),
  }),
});

export const SpaceSearchConnection = builder.connectionObject(
  {
    type: SpaceSearchResult,
    name: 'SpaceSearchConnection',
    description: 'Spaces with pages that match a search, ordered by their best page.',
  },
  { name: 'SpaceSearchEdge', description: 'A space in which a search found pages, in a list.' },
);

builder.prismaObjectFields('Organization', (t) => ({
  search: t.field({
    type: SpaceSearchConnection,
    description:
      'The spaces visible to the viewer with pages that contain all words of a query, and the best of these pages.',
    rest: { route: 'GET /search', operationId: 'searchOrganizationContent' },
    args: { ...searchArguments(t.arg), ...t.arg.connectionArgs() },
    ...searchField<SpaceHit>(spacesFound),
  }),
}));
