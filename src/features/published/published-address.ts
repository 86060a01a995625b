import { z } from 'zod';
import { builder, type Row } from '../../builder.ts';
import { URL_LENGTH_MAX } from '../../lib/web-url.ts';
import { PageTreeScalar } from '../content/content-scalars.ts';
import { WHOLE_CONTENT_COST } from '../content/content-parameters.ts';
import { pageResources } from '../content/page-resource.ts';
import { REFERENCES_EXPECTED, TextReferenceObject } from '../links/text-reference.ts';
import { searchText, QUERY_LENGTH_MAX } from '../search/search-query.ts';
import { shareKeySchema } from '../sites/share-links/share-key.ts';
import { SiteVisibility } from '../sites/site-enums.ts';
import { iconOf, SiteIcon } from '../sites/site-icon.ts';
import { publishedSectionUrl, publishedSiteSpaceUrl } from '../sites/site-urls.ts';
import { SiteCustomizationSettings } from '../sites/customization/customization-settings.ts';
import { SiteVisitorInput } from '../sites/visitors/published-content.ts';
import { Language } from '../spaces/space-enums.ts';
import { spaceSource } from '../spaces/space-source.ts';
import type { Visit } from './find-visit.ts';
import { PublishedPage } from './published-page.ts';
import { PublishedSearchResult, RESULTS_MAX, searchVisited } from './published-search.ts';
import {
  findVisitedContent,
  findVisitedPage,
  loadVisitedContent,
  type VisitedContent,
} from './visited-content.ts';
import { loadVisitedSettings, settingsReferences } from './visited-settings.ts';

/** Numbers of sections, variants and spaces that the cost of an operation assumes. */
const SECTIONS_EXPECTED = 10;
const VARIANTS_EXPECTED = 5;
const SPACES_EXPECTED = 10;

interface VisitedSection {
  section: Row<'SiteSection'>;
  group: Row<'SiteSectionGroup'> | null;
  visit: Visit;
}

const PublishedSection = builder.objectRef<VisitedSection>('PublishedSection').implement({
  description: 'A section of a published site, as a visitor finds it.',
  fields: (t) => ({
    title: t.string({ description: 'Title.', resolve: ({ section }) => section.title }),
    description: t.string({
      nullable: true,
      description: 'Description of the section.',
      resolve: ({ section }) => section.description,
    }),
    icon: t.string({
      nullable: true,
      description: 'Name of its icon.',
      resolve: ({ section }) => section.icon,
    }),
    groupTitle: t.string({
      nullable: true,
      description: 'Title of the section group; null without one.',
      resolve: ({ group }) => group?.title ?? null,
    }),
    url: t.string({
      description: 'Address on the visited site.',
      resolve: ({ section, visit }) => publishedSectionUrl(visit.siteUrl, section),
    }),
    isCurrent: t.boolean({
      description: 'Whether the address is in it.',
      resolve: ({ section, visit }) => visit.siteSpace.sectionId === section.id,
    }),
  }),
});

interface VisitedVariant {
  space: Row<'Space'>;
  url: string;
  isCurrent: boolean;
}

const PublishedVariant = builder.objectRef<VisitedVariant>('PublishedVariant').implement({
  description: 'A space beside the visited one, such as another version or language.',
  fields: (t) => ({
    title: t.string({ description: 'Title of the space.', resolve: ({ space }) => space.title }),
    emoji: t.string({
      nullable: true,
      description: 'Emoji of the space.',
      resolve: ({ space }) => space.emoji,
    }),
    language: t.field({
      type: Language,
      nullable: true,
      description: 'Language of the content.',
      resolve: ({ space }) => space.language as never,
    }),
    url: t.exposeString('url', { description: 'Address on the visited site.' }),
    isCurrent: t.exposeBoolean('isCurrent', { description: 'Whether the address is in it.' }),
  }),
});

const PublishedSpace = builder.objectRef<VisitedContent>('PublishedSpace').implement({
  description: 'A space of a published site, as a visitor finds it.',
  fields: (t) => ({
    title: t.string({ description: 'Title of the space.', resolve: ({ space }) => space.title }),
    url: t.exposeString('url', { description: 'Address on the visited site.' }),
    canonicalUrl: t.string({
      description: 'The one address of the space, which search engines keep.',
      resolve: ({ visit, url }, _args, { addresses }) =>
        addresses.site(visit.site) + url.slice(visit.siteUrl.length),
    }),
    pages: t.field({
      type: PageTreeScalar,
      description: 'All pages that the visitor finds, as `/v1` shows them without their text.',
      complexity: WHOLE_CONTENT_COST,
      resolve: (content, _args, { addresses }) =>
        pageResources(content, null, { addresses, metadata: false, computed: true }),
    }),
  }),
});

const PublishedAddress = builder.objectRef<VisitedContent>('PublishedAddress').implement({
  description: 'What one visitor finds at an address of a published site.',
  fields: (t) => ({
    siteId: t.id({ description: 'Id of the site.', resolve: ({ visit }) => visit.site.id }),
    title: t.string({
      description: 'Title of the site.',
      resolve: ({ visit }) => visit.site.title,
    }),
    icon: t.field({
      type: SiteIcon,
      nullable: true,
      description: 'Icon of the site; null for none.',
      resolve: ({ visit }) => iconOf(visit.site),
    }),
    visibility: t.field({
      type: SiteVisibility,
      description: 'Who can read the site.',
      resolve: ({ visit }) => visit.site.visibility as never,
    }),
    settings: t.field({
      type: SiteCustomizationSettings,
      description:
        'How the site looks in the visited space, without links whose condition does not hold for ' +
        'the visitor.',
      resolve: loadVisitedSettings,
    }),
    settingsReferences: t.field({
      type: [TextReferenceObject],
      description:
        'The references in the links of the settings, each once, with what they lead to. Those ' +
        'that lead nowhere for the visitor are missing.',
      complexity: { field: 1, multiplier: REFERENCES_EXPECTED },
      resolve: settingsReferences,
    }),
    siteUrl: t.string({
      description: 'Address of the root of the site, as it was visited, without a share key.',
      resolve: ({ visit }) => visit.siteUrl,
    }),
    shareKey: t.string({
      nullable: true,
      description: 'The key in the address, when it opened the site: keep it for other addresses.',
      resolve: ({ visit }) => visit.shareKey,
    }),
    sections: t.field({
      type: [PublishedSection],
      description: 'The sections of the site, in order; none for a site without sections.',
      complexity: { field: 1, multiplier: SECTIONS_EXPECTED },
      resolve: ({ visit }) => sectionsOf(visit),
    }),
    variants: t.field({
      type: [PublishedVariant],
      description: 'The spaces of the visited section, or of a site without sections, in order.',
      complexity: { field: 1, multiplier: VARIANTS_EXPECTED },
      resolve: ({ visit }) => variantsOf(visit),
    }),
    spaceUrl: t.exposeString('url', { description: 'Address of the space on the visited site.' }),
    spaceTitle: t.string({
      description: 'Title of the space.',
      resolve: ({ space }) => space.title,
    }),
    language: t.field({
      type: Language,
      nullable: true,
      description: 'Language of the content.',
      resolve: ({ space }) => space.language as never,
    }),
    pages: t.field({
      type: PageTreeScalar,
      description: 'All pages that the visitor finds, as `/v1` shows them without their text.',
      complexity: WHOLE_CONTENT_COST,
      resolve: (content, _args, { addresses }) =>
        pageResources(content, null, { addresses, metadata: false, computed: true }),
    }),
    spaces: t.field({
      type: [PublishedSpace],
      description: 'All spaces that the visitor finds on the site, with their pages.',
      complexity: { field: 1, multiplier: SPACES_EXPECTED },
      resolve: ({ visit }) =>
        Promise.all(visit.parts.siteSpaces.map((one) => loadVisitedContent(visit, one))),
    }),
    page: t.field({
      type: PublishedPage,
      nullable: true,
      description:
        'The page at the address, or the one that a redirect from it leads to; of a group its ' +
        'first one. Null when there is none for the visitor.',
      resolve: (content) => findVisitedPage(content),
    }),
    search: t.field({
      type: [PublishedSearchResult],
      description: `Pages of the site that have all words of a query, best first: at most ${RESULTS_MAX}.`,
      args: {
        query: t.arg.string({
          required: true,
          validate: searchText,
          description: `Words to look for, at most ${QUERY_LENGTH_MAX} characters.`,
        }),
      },
      complexity: { field: 50, multiplier: RESULTS_MAX },
      resolve: ({ visit }, { query }) => searchVisited(visit, { query, first: RESULTS_MAX }),
    }),
  }),
});

/** Returns the sections in the order of the site: those of a group are beside each other. */
function sectionsOf(visit: Visit): VisitedSection[] {
  const { groups, sections } = visit.parts;
  const placed = sections.map((section) => {
    const group = groups.find(({ id }) => id === section.groupId) ?? null;
    return { section, group, visit, at: group?.position ?? section.position };
  });
  return placed.toSorted((a, b) => (a.at === b.at ? 0 : a.at < b.at ? -1 : 1));
}

async function variantsOf(visit: Visit): Promise<VisitedVariant[]> {
  const { context, parts, siteSpace, siteUrl } = visit;
  const beside = parts.siteSpaces.filter(({ sectionId }) => sectionId === siteSpace.sectionId);
  const spaces = await Promise.all(
    beside.map(({ spaceId }) => context.loaders.oneRegardlessOfAccess(spaceSource, spaceId)),
  );
  return beside.flatMap((one, index) => {
    const space = spaces[index];
    const url = publishedSiteSpaceUrl(siteUrl, one);
    return space ? [{ space, url, isCurrent: one.id === siteSpace.id }] : [];
  });
}

builder.queryField('publishedAddress', (t) =>
  t.field({
    type: PublishedAddress,
    nullable: true,
    description:
      'What a visitor finds at an address of a published site. It needs no token: the visibility ' +
      'of the site and the conditions in it decide. Members of the organization need no key and ' +
      'no claims. Null when there is nothing for the visitor.',
    args: {
      url: t.arg.string({
        required: true,
        validate: z.string().max(URL_LENGTH_MAX),
        description: 'The address: of the site, or of a section, space or page of it.',
      }),
      shareKey: t.arg.string({
        validate: shareKeySchema,
        description: 'Key of a share link, unless the address has it.',
      }),
      visitor: t.arg({
        type: SiteVisitorInput,
        description: 'The visitor; unknown if absent.',
      }),
    },
    resolve: (_root, args, context) => findVisitedContent(context, args),
  }),
);
