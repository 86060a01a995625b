import { z } from 'zod';
import { enumType } from '../../../builder/declare-types.ts';
import { builder } from '../../../builder.ts';
import type { RestInput } from '../../../rest/options.ts';
import { PageInterface } from '../../content/page.ts';
import { siteSectionSource } from '../structure/site-section-source.ts';
import { SiteSection } from '../structure/site-section.ts';
import { siteSpaceSource } from '../structure/site-space-source.ts';
import { SiteSpace } from '../structure/site-space.ts';
import { findPageOfSiteSpace, type RedirectDestination } from './redirect-destination.ts';

type Of<Kind extends RedirectDestination['kind']> = Extract<RedirectDestination, { kind: Kind }>;

const DestinationKind = enumType<RedirectDestination['kind']>(
  'SiteRedirectDestinationKind',
  'Kind of the destination of a redirect.',
  {
    'site-section': 'A section.',
    'site-space': 'A site-space.',
    'site-page': 'A page of a site-space.',
  },
);

const SectionDestination = builder
  .objectRef<Of<'site-section'>>('SiteSectionDestination')
  .implement({
    description: 'A section as the destination of a redirect.',
    rest: { fields: 'kind siteSectionId' },
    fields: (t) => ({
      kind: t.expose('kind', { type: DestinationKind, description: 'Always `SITE_SECTION`.' }),
      siteSectionId: t.exposeID('siteSectionId', { description: 'Id of the section.' }),
      siteSection: t.field({
        type: SiteSection,
        nullable: true,
        description: 'The section; null if it was just deleted.',
        resolve: ({ siteSectionId }, _args, { loaders }) =>
          loaders.one(siteSectionSource, siteSectionId),
      }),
    }),
  });

const SpaceDestination = builder.objectRef<Of<'site-space'>>('SiteSpaceDestination').implement({
  description: 'A site-space as the destination of a redirect.',
  rest: { fields: 'kind siteSpaceId' },
  fields: (t) => ({
    kind: t.expose('kind', { type: DestinationKind, description: 'Always `SITE_SPACE`.' }),
    siteSpaceId: t.exposeID('siteSpaceId', { description: 'Id of the site-space.' }),
    siteSpace: t.field({
      type: SiteSpace,
      nullable: true,
      description: 'The site-space; null if it was just deleted.',
      resolve: ({ siteSpaceId }, _args, { loaders }) => loaders.one(siteSpaceSource, siteSpaceId),
    }),
  }),
});

const PageDestination = builder.objectRef<Of<'site-page'>>('SitePageDestination').implement({
  description: 'A page of a site-space as the destination of a redirect.',
  rest: { fields: 'kind siteSpaceId pageId' },
  fields: (t) => ({
    kind: t.expose('kind', { type: DestinationKind, description: 'Always `SITE_PAGE`.' }),
    siteSpaceId: t.exposeID('siteSpaceId', { description: 'Id of the site-space.' }),
    pageId: t.exposeID('pageId', { description: 'Id of the page.' }),
    siteSpace: t.field({
      type: SiteSpace,
      nullable: true,
      description: 'The site-space; null if it was just deleted.',
      resolve: ({ siteSpaceId }, _args, { loaders }) => loaders.one(siteSpaceSource, siteSpaceId),
    }),
    page: t.field({
      type: PageInterface,
      nullable: true,
      description: 'The page; null if the current content of the space no longer has it.',
      resolve: async ({ siteSpaceId, pageId }, _args, context) => {
        const siteSpace = await context.loaders.one(siteSpaceSource, siteSpaceId);
        return siteSpace && findPageOfSiteSpace(context, siteSpace, pageId);
      },
    }),
  }),
});

const destinationTypes = {
  'site-section': SectionDestination,
  'site-space': SpaceDestination,
  'site-page': PageDestination,
};

export const SiteRedirectDestination = builder.unionType('SiteRedirectDestination', {
  description: 'Place on a site to which a redirect leads.',
  types: Object.values(destinationTypes),
  resolveType: ({ kind }) => destinationTypes[kind],
});

const SitePageInput = builder.inputType('SitePageInput', {
  description: 'A page of a site-space.',
  fields: (t) => ({
    siteSpaceId: t.id({ required: true, description: 'Id of the site-space.' }),
    pageId: t.id({ required: true, description: 'Id of the page.' }),
  }),
});

export const SiteRedirectDestinationInput = builder.inputType('SiteRedirectDestinationInput', {
  description: 'Place on the site to which a redirect leads.',
  isOneOf: true,
  fields: (t) => ({
    siteSectionId: t.id({ description: 'Id of a section.' }),
    siteSpaceId: t.id({ description: 'Id of a site-space.' }),
    sitePage: t.field({ type: SitePageInput, description: 'A page or a group.' }),
  }),
});

const section = z
  .strictObject({ kind: z.literal('site-section'), siteSectionId: z.string() })
  .transform(({ siteSectionId }) => ({ siteSectionId }));
const space = z
  .strictObject({ kind: z.literal('site-space'), siteSpaceId: z.string() })
  .transform(({ siteSpaceId }) => ({ siteSpaceId }));
const page = z
  .strictObject({ kind: z.literal('site-page'), siteSpaceId: z.string(), pageId: z.string() })
  .transform(({ siteSpaceId, pageId }) => ({ sitePage: { siteSpaceId, pageId } }));
const destinationOnRest = z.union([section, space, page]);

function objectSchema(kind: RedirectDestination['kind'], ...ids: string[]) {
  const properties = Object.fromEntries(ids.map((id) => [id, { type: 'string' }]));
  return {
    type: 'object',
    properties: { kind: { type: 'string', enum: [kind] }, ...properties },
    required: ['kind', ...ids],
    additionalProperties: false,
  };
}

/** Destination format of `/v1`: `{ kind: "site-page", siteSpaceId, pageId }`. */
export const destinationRestInput: RestInput = {
  schema: {
    anyOf: [
      objectSchema('site-section', 'siteSectionId'),
      objectSchema('site-space', 'siteSpaceId'),
      objectSchema('site-page', 'siteSpaceId', 'pageId'),
    ],
  },
  parse: (value) => {
    const { success, data } = destinationOnRest.safeParse(value);
    if (success) return data;
    throw new Error(
      'must be { kind: "site-section", siteSectionId: <id> }, { kind: "site-space", siteSpaceId: <id> } or { kind: "site-page", siteSpaceId: <id>, pageId: <id> }',
    );
  },
};
