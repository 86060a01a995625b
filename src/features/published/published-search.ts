import type { Row } from '../../builder.ts';
import { builder } from '../../builder.ts';
import { sql } from '../../database/database.ts';
import { shownPageSql } from '../search/found-pages-sql.ts';
import { sectionsOf, type FoundPage, type PageHit } from '../search/page-search-result.ts';
import { search, type SearchList } from '../search/search-connection.ts';
import type { Visit } from './find-visit.ts';
import { loadVisitedContent, visitedPageUrl, type VisitedContent } from './visited-content.ts';

/** Maximum number of results of one search. */
export const RESULTS_MAX = 20;

/** The spaces that a visitor finds; their ids, joined by blanks, are the parent. */
const visitedPages: SearchList = {
  scope: {
    name: 'PublishedAddress.search',
    includes: () => sql`t.id = ANY(string_to_array(p.id, ' '))`,
  },
  items: () => sql`SELECT r.*, r.page AS key FROM ranked r`,
  shown: shownPageSql,
};

/** A page that a search of a site found. */
export interface VisitedResult {
  found: FoundPage;
  content: VisitedContent;
}

interface VisitedSection {
  title: string;
  body: string;
  url: string;
}

const PublishedSearchSection = builder
  .objectRef<VisitedSection>('PublishedSearchSection')
  .implement({
    description: 'A part of a page, from a heading to the next one, with words of the query.',
    fields: (t) => ({
      title: t.exposeString('title', {
        description: 'The heading; the title of the page for what is before the first one.',
      }),
      body: t.exposeString('body', {
        description:
          'HTML: the part of the text around the words of the query, which are in `<mark>`; ' +
          'nothing else is markup.',
      }),
      url: t.exposeString('url', { description: 'Address of the part.' }),
    }),
  });

export const PublishedSearchResult = builder
  .objectRef<VisitedResult>('PublishedSearchResult')
  .implement({
    description: 'A page that a search of a published site found.',
    fields: (t) => ({
      title: t.string({ description: 'Title.', resolve: ({ found }) => found.title }),
      url: t.string({
        description: 'Address of the page on the visited site.',
        resolve: ({ found, content }) => visitedPageUrl(content, found.page),
      }),
      spaceTitle: t.string({
        description: 'Title of the space.',
        resolve: ({ content }) => content.space.title,
      }),
      sections: t.field({
        type: [PublishedSearchSection],
        description: 'The sections of its text with words of the query, best first.',
        complexity: { field: 1, multiplier: 3 },
        resolve: async ({ found, content }) => {
          const url = visitedPageUrl(content, found.page);
          const sections = await sectionsOf(content.visit.context, found);
          return sections.map(({ title, body, anchor }) => ({
            title,
            body,
            url: anchor === '' ? url : `${url}#${encodeURIComponent(anchor)}`,
          }));
        },
      }),
    }),
  });

/** Searches the spaces that a visitor finds. Omits pages that are hidden from them. */
export async function searchVisited(
  visit: Visit,
  { query, first }: { query: string; first: number },
): Promise<VisitedResult[]> {
  const { context, parts } = visit;
  const bySpace = new Map<string, Row<'SiteSpace'>>();
  for (const one of parts.siteSpaces) if (!bySpace.has(one.spaceId)) bySpace.set(one.spaceId, one);
  const id = [...bySpace.keys()].toSorted().join(' ');
  const { edges } = await search<PageHit>(context, visitedPages, { id, query, args: { first } });
  const results = await Promise.all(
    edges.map(async ({ node: found }): Promise<VisitedResult[]> => {
      const siteSpace = bySpace.get(found.spaceId);
      if (!siteSpace) return [];
      const content = await loadVisitedContent(visit, siteSpace);
      return content.tree.page(found.page) ? [{ found, content }] : [];
    }),
  );
  return results.flat();
}
