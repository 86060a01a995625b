import { builder } from '../../../builder.ts';
import { shareKeySchema } from '../share-links/share-key.ts';
import { Site, siteBody } from '../site.ts';
import { SiteCustomizations, SiteScript } from './customization.ts';
import {
  findPublishedContent,
  visitorPayload,
  type VisitedSite,
} from './find-published-content.ts';
import { visitedSiteSpaces, VisitedStructure, visitedStructure } from './visited-structure.ts';

const SiteVisitorInput = builder.inputType('SiteVisitorInput', {
  description: 'What is known of a visitor: conditions see it as `visitor.claims`.',
  validate: visitorPayload,
  fields: (t) => ({
    jwtToken: t.string({
      description:
        "A JSON Web Token whose claims stand at the top: signed by HS256 with the site's key, with an expiry (`exp`).",
    }),
    unsignedClaims: t.field({
      type: 'JSONObject',
      description: 'Claims that nobody signed, which stand below `unsigned`; at most 500 values.',
    }),
  }),
});

const VisitedSiteObject = builder.objectRef<VisitedSite>('VisitedSite').implement({
  description: 'A site as a visitor finds it.',
  rest: {
    object: 'site',
    merge: 'shared',
    fields: `shared: site { ${siteBody} } siteSpaces: siteSpaceCount`,
  },
  fields: (t) => ({
    site: t.field({
      type: Site,
      description: 'The site, whoever visits it.',
      resolve: ({ site }) => site,
    }),
    siteSpaceCount: t.int({
      description: 'How many site-spaces the visitor finds, over all sections.',
      resolve: async (visited, _args, context) =>
        (await visitedSiteSpaces(context, visited)).length,
    }),
  }),
});

const PublishedContentSite = builder.objectRef<VisitedSite>('PublishedContentSite').implement({
  description: 'A published site as it is for one visitor: what is hidden from them is not there.',
  rest: {
    object: 'published-content-site',
    fields: `
      site: visitedSite { ...VisitedSite } structure { ...VisitedStructure }
      customizations { ...SiteCustomizations } scripts { ...SiteScript }`,
  },
  fields: (t) => ({
    site: t.field({
      type: Site,
      description: 'The site, whoever visits it.',
      resolve: ({ site }) => site,
    }),
    visitedSite: t.field({
      type: VisitedSiteObject,
      description: 'The site, with what the visitor finds of it.',
      resolve: (visited) => visited,
    }),
    structure: t.field({
      type: VisitedStructure,
      description: 'What the visitor finds on it, in order.',
      resolve: (visited, _args, context) => visitedStructure(context, visited),
    }),
    customizations: t.field({
      type: SiteCustomizations,
      description: 'How it looks.',
      resolve: ({ site }) => site,
    }),
    scripts: t.field({
      type: [SiteScript],
      complexity: 1,
      description: 'What integrations add to its pages: nothing, as none can be installed here.',
      resolve: () => [],
    }),
  }),
});

builder.prismaObjectFields('Site', (t) => ({
  publishedContent: t.field({
    type: PublishedContentSite,
    nullable: true,
    description:
      'The site as a visitor finds it, for everyone who may read the site, whatever its visibility. Null while it is not published.',
    rest: {
      route: 'GET /published',
      operationId: 'getPublishedContentSite',
      missing: 'The site is not published: publish it first.',
    },
    args: {
      shareKey: t.arg.string({
        validate: shareKeySchema,
        description: 'Key of a share link, to get the published addresses it opens.',
        deprecationReason:
          'Has no effect in the graph since 2026-11-29: give the key to `urls`. `/v1` takes it on.',
      }),
      visitor: t.arg({
        type: SiteVisitorInput,
        description: 'Who visits; nobody known if absent.',
      }),
    },
    resolve: (site, { visitor }, context) => findPublishedContent(context, site, visitor),
  }),
}));
