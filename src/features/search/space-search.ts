import { builder } from '../../builder.ts';
import { sql } from '../../database/database.ts';
import { shownPageSql } from './found-pages-sql.ts';
import { PageSearchResult, type PageHit } from './page-search-result.ts';
import { searchArguments, searchField, type SearchList } from './search-connection.ts';
import { spaceScope } from './search-scope.ts';

/** The pages of a space. */
const pages: SearchList = {
  scope: spaceScope,
  items: () => sql`SELECT r.*, r.page AS key FROM ranked r`,
  shown: shownPageSql,
};

const PageSearchConnection = builder.connectionObject(
  {
    type: PageSearchResult,
    name: 'PageSearchConnection',
    description: 'Pages that match a search, best first.',
  },
  { name: 'PageSearchEdge', description: 'A page that a search found, in a list.' },
);

builder.prismaObjectFields('Space', (t) => ({
  search: t.field({
    type: PageSearchConnection,
    description:
      'The pages of the primary content that contain all words of a query, matches in titles and headings first. Edits are found at once. Pages with `noIndex` are omitted.',
    rest: { route: 'GET /search', operationId: 'searchSpaceContent' },
    args: { ...searchArguments(t.arg), ...t.arg.connectionArgs() },
    ...searchField<PageHit>(pages),
  }),
}));
