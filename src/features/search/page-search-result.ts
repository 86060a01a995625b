import { builder, type Row } from '../../builder.ts';
import type { Context } from '../../context.ts';
import { serially } from '../../lib/serially.ts';
import { addToResponse } from '../content/response-size.ts';
import { derivedOf } from '../../revisions/derived/derive-texts.ts';
import { loadHead } from '../content/load-head.ts';
import { pagePathOf, pageTreeOf } from '../content/load-content.ts';
import { PageInterface } from '../content/page.ts';
import { Space } from '../spaces/space.ts';
import { spaceSource } from '../spaces/space-source.ts';
import { EXCERPT_LENGTH_MAX, snippetsOf, SNIPPETS_MAX } from './snippets.ts';
import type { Hit } from './search-connection.ts';
import {
  joinSections,
  keyOfText,
  textOfKey,
  withValues,
  type SearchedSection,
} from './searched-text.ts';
import { textSections } from './text-sections.ts';

/** A page that was found, as the search shows it. */
export interface PageHit {
  spaceId: string;
  /** The head of its primary content that was searched. */
  revisionId: string;
  page: string;
  title: string;
  /** Its text; null for none. */
  source: string | null;
  sourceStart: number;
  /** The texts that it includes, by their keys. */
  included: string[];
  /** Values of the expressions in its texts, by the expression. */
  values: Record<string, string>;
}

export type FoundPage = Hit<PageHit>;

/** A place in a page: the page itself, or one of its headings. */
interface Place {
  found: FoundPage;
  /** Empty for the page itself. */
  anchor: string;
}

/** A part of a page in which something was found. */
interface FoundSection extends Place {
  title: string;
  body: string;
}

const SearchUrls = builder.objectRef<Place>('SearchUrls').implement({
  description: 'URLs of a search result.',
  fields: (t) => ({
    app: t.string({
      description: 'The page or the section in the app.',
      resolve: async ({ found, anchor }, _args, context) => {
        const revision = await loadHead(context, found);
        const url = context.addresses.revision(revision, await pathOf(context, found, revision));
        return anchor === '' ? url : `${url}#${encodeURIComponent(anchor)}`;
      },
    }),
  }),
});

const SearchSection = builder.objectRef<FoundSection>('SearchSection').implement({
  description: 'A part of a page, from a heading to the next one, with words of the query.',
  rest: { fields: 'id: sectionId title path body urls { app }' },
  fields: (t) => ({
    sectionId: t.id({
      description: 'Id of the page, followed by `/` and the anchor of the heading.',
      resolve: ({ found, anchor }) => (anchor === '' ? found.page : `${found.page}/${anchor}`),
    }),
    title: t.exposeString('title', {
      description:
        'The heading, at most 250 characters of it; the title of the page for the text before the first heading.',
    }),
    anchor: t.string({
      nullable: true,
      description: 'Anchor of the section, for links; null for the text before the first heading.',
      resolve: ({ anchor }) => (anchor === '' ? null : anchor),
    }),
    path: t.string({
      description: 'Path of the page, followed by `#` and the anchor.',
      resolve: async ({ found, anchor }, _args, context) => {
        const path = await pathOf(context, found, await loadHead(context, found));
        return anchor === '' ? path : `${path}#${anchor}`;
      },
    }),
    body: t.exposeString('body', {
      description:
        'HTML: the part of the text around the words of the query, which are in `<mark>`; nothing ' +
        `else is markup. The text in it has about ${EXCERPT_LENGTH_MAX} characters.`,
    }),
    urls: t.field({
      type: SearchUrls,
      description: 'URLs of the search result.',
      resolve: (section) => section,
    }),
  }),
});

export const PageSearchResult = builder.objectRef<FoundPage>('PageSearchResult').implement({
  description: 'A page of primary content that matches a search.',
  rest: { fields: 'id: pageId title path sections { ...SearchSection } urls { app }' },
  fields: (t) => ({
    pageId: t.exposeID('page', { description: 'Id of the page, `page_…`; unique in its space.' }),
    title: t.exposeString('title', { description: 'Title.' }),
    path: t.string({
      description: 'The slugs from the top down, joined by `/`.',
      resolve: async (found, _args, context) =>
        pathOf(context, found, await loadHead(context, found)),
    }),
    sections: t.field({
      type: [SearchSection],
      description: `Sections of the page that match the query: the best ${SNIPPETS_MAX}, best first.`,
      complexity: { field: 1, multiplier: SNIPPETS_MAX },
      resolve: (found, _args, context) => sectionsOf(context, found),
    }),
    urls: t.field({
      type: SearchUrls,
      description: 'URLs of the search result.',
      resolve: (found) => ({ found, anchor: '' }),
    }),
    page: t.field({
      type: PageInterface,
      nullable: true,
      description: 'The page; null if it was deleted since.',
      resolve: async (found, _args, context) => {
        const revision = await loadHead(context, found);
        const tree = await pageTreeOf(context, revision);
        const entry = tree.page(found.page);
        return entry ? { revision, tree, entry } : null;
      },
    }),
    space: t.field({
      type: Space,
      nullable: true,
      description: 'The space of the page; null if it was deleted since.',
      resolve: ({ spaceId }, _args, { loaders }) => loaders.one(spaceSource, spaceId),
    }),
  }),
});

async function pathOf(
  context: Context,
  { page }: FoundPage,
  revision: Row<'Revision'>,
): Promise<string> {
  return (await pagePathOf(context, revision, { id: page, type: 'document' })) ?? '';
}

/** Returns the parts of a found page that have words of the query. */
export async function sectionsOf(context: Context, found: FoundPage): Promise<FoundSection[]> {
  const sections = await textOf(context, found);
  const marked = await serially(() => snippetsOf(sections, found.wanted));
  for (const { body } of marked) addToResponse(context, body.length);
  return marked.map((section) => ({
    ...section,
    found,
    title: section.title === '' ? found.title : section.title,
  }));
}

/** The sections of the text of a page and of those that it includes, with values. Batched. */
async function textOf(
  { db, loaders }: Context,
  { source, sourceStart, included, values }: FoundPage,
): Promise<SearchedSection[]> {
  const load = async (key: string) =>
    (await loaders.batch('text sections', key, (keys) =>
      derivedOf(db, textSections, keys.map(textOfKey)),
    )) ?? [];
  const own = source === null ? [] : [keyOfText({ source, sourceStart })];
  const sections = await Promise.all([...own, ...included].map(load));
  const joined = joinSections(sections.slice(0, own.length).flat(), sections.slice(own.length));
  return withValues(joined, values);
}
