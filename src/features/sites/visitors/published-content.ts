import { builder } from '../../../builder.ts';
import { shareKeySchema } from '../share-links/share-key.ts';
import { Site, siteBody } from '../site.ts';
import { SiteCustomizations, SiteScript } from '../customization/site-customizations.ts';
import {
  findPublishedContent,
  visitorPayload,
  type VisitedSite,
} from './find-published-content.ts';
import { visitedSiteSpaces, VisitedStructure, visitedStructure } from './visited-structure.ts';

export const SiteVisitorInput = builder.inputType('SiteVisitorInput', {
  description: 'Claims about a visitor, which conditions read as `visitor.claims`.',
  validate: visitorPayload,
  fields: (t) => ({
    jwtToken: t.string({
      description:
        'A JSON Web Token with claims, signed by HS256 with the key of the site, with an expiry (`exp`).',
    }),
    unsignedClaims: t.field({
      type: 'JSONObject',
      description: 'Unsigned claims, which conditions find below `unsigned`; at most 500 values.',
    }),
  }),
});

const VisitedSiteObject = builder.objectRef<VisitedSite>('VisitedSite').implement({
  description: 'A site as shown to a visitor.',
  rest: {
    object: 'site',
    merge: 'shared',
    fields: `shared: site { ${siteBody} } siteSpaces: siteSpaceCount`,
  },
  fields: (t) => ({
    site: t.expose('site', {
      type: Site,
      description: 'The site itself, independent of the visitor.',
    }),
    siteSpaceCount: t.int({
      description: 'Number of site-spaces visible to the visitor, across all sections.',
      resolve: async (visited, _args, context) =>
        (await visitedSiteSpaces(context, visited)).length,
    }),
  }),
});

const PublishedContentSite = builder.objectRef<VisitedSite>('PublishedContentSite').implement({
  description: 'A published site as shown to one visitor, without items hidden from them.',
  rest: {
    object: 'published-content-site',
    fields: `
      site: visitedSite { ...VisitedSite } structure { ...VisitedStructure }
      customizations { ...SiteCustomizations } scripts { ...SiteScript }`,
  },
  fields: (t) => ({
    site: t.expose('site', {
      type: Site,
      description: 'The site itself, independent of the visitor.',
    }),
    visitedSite: t.field({
      type: VisitedSiteObject,
      description: 'The site as shown to the visitor.',
      resolve: (visited) => visited,
    }),
    structure: t.field({
      type: VisitedStructure,
      description: 'Structure of the site as shown to the visitor, in order.',
      resolve: (visited, _args, context) => visitedStructure(context, visited),
    }),
    customizations: t.field({
      type: SiteCustomizations,
      description: 'Appearance of the site.',
      resolve: (visited) => visited,
    }),
    scripts: t.field({
      type: [SiteScript],
      complexity: 1,
      description:
        'Scripts that integrations add to the pages: always empty, as integrations cannot be installed.',
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
      notFoundMessage: 'The site is not published: publish it first.',
    },
    args: {
      shareKey: t.arg.string({
        validate: shareKeySchema,
        description: 'Key of a share link, to get the published URLs that it opens.',
        deprecationReason:
          'Has no effect in the graph since 2026-11-29: give the key to `urls`. `/v1` takes it on.',
      }),
      visitor: t.arg({
        type: SiteVisitorInput,
        description: 'The visitor; an unknown one by default.',
      }),
    },
    resolve: (site, { visitor }, context) => findPublishedContent(context, site, visitor),
  }),
}));
