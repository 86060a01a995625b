import { connectionType } from '../../../builder/declare-types.ts';
import { builder, registerNode, type Row } from '../../../builder.ts';
import { sql } from '../../../database/database.ts';
import { connectionField } from '../../../builder/connection-field.ts';
import {
  childField,
  counting,
  firstField,
  oneField,
  requiredField,
  reading,
  readingAlso,
  showing,
} from '../../../pagination/declared-fields.ts';
import { declareConnection } from '../../../pagination/connection.ts';
import { spaceSource } from '../../spaces/space-source.ts';
import { Space } from '../../spaces/space.ts';
import { openedSiteUrl, shareKeyArgument, shareKeyParameter } from '../share-links/share-key.ts';
import { siteField, siteOf } from '../site-access.ts';
import { hasFeature } from '../site-features.ts';
import { SITE_SPACES_MAX } from '../site-limits.ts';
import { publishedSiteSpaceUrl } from '../site-urls.ts';
import { Site } from '../site.ts';
import { siteSectionSource } from './site-section-source.ts';
import { SiteSection } from './site-section.ts';
import { siteSpaceSource, siteSpaceVisibleBelow } from './site-space-source.ts';

/**
 * Expected number of site-spaces of one section, for the cost of an operation. A site has at most
 * 1000 over all of its sections, so that a full page in each of them cannot come about.
 */
const SECTION_SITE_SPACES_EXPECTED = 20;

registerNode(siteSpaceSource);

const SiteSpaceUrls = builder
  .objectRef<{ siteSpace: Row<'SiteSpace'>; shareKey: string | null }>('SiteSpaceUrls')
  .implement({
    description: 'URLs of a site-space.',
    fields: (t) => ({
      published: t.string({
        nullable: true,
        description: 'URL of the space on the published site; null if the site has no such URL.',
        resolve: async ({ siteSpace, shareKey }, _args, context) => {
          const site = await siteOf(context, siteSpace.siteId);
          const siteUrl = await openedSiteUrl(context, site, shareKey);
          return siteUrl && publishedSiteSpaceUrl(siteUrl, siteSpace);
        },
      }),
    }),
  });

export const SiteSpace = builder.prismaNode('SiteSpace', {
  description: 'A space on a site, in a section or at the root level.',
  id: { field: 'id', description: 'Identifier, `ss_…`.' },
  rest: {
    object: 'site-space',
    fields: `
      id path section: sectionId space { ...Space } title default: isDefault condition
      hasAdvancedCustomizationFeature urls(shareKey: $shareKey) { published }`,
    parameters: shareKeyParameter,
  },
  fields: (t) => ({
    path: t.exposeString('path', {
      description:
        'Its segment of the address, 1 to 100 characters; unique in the section or at the root level.',
    }),
    title: t.string({ description: 'Title of the space.', ...showing('title') }),
    isDefault: t.exposeBoolean('isDefault', {
      description:
        'Whether it is the default of its section, or of a site without sections. Exactly one is: while its space is deleted, the first site-space there.',
    }),
    condition: t.exposeString('condition', {
      nullable: true,
      description:
        'Expression on `visitor.claims` that decides whether a visitor sees it, 1 to 1024 characters.',
    }),
    createdAt: t.expose('createdAt', { type: 'DateTime', description: 'When it was added.' }),
    hasAdvancedCustomizationFeature: t.boolean({
      description: 'Whether the appearance can differ from that of the site.',
      ...reading('siteId'),
      resolve: async ({ siteId }, _args, context) =>
        hasFeature((await siteOf(context, siteId)).type, 'sites-advanced-customization'),
    }),
    sectionId: t.exposeID('sectionId', {
      nullable: true,
      description: 'Id of the section; null at the root level.',
    }),
    section: t.field({
      type: SiteSection,
      description: 'The section; null at the root level.',
      ...oneField(siteSectionSource, 'sectionId'),
    }),
    site: t.field({
      type: Site,
      description: 'The site.',
      ...siteField,
    }),
    space: t.field({
      type: Space,
      description: 'The space that is shown.',
      // Who sees a site-space sees its space: that is its rule.
      ...requiredField(spaceSource, 'spaceId', 'viewers of the row'),
    }),
    urls: t.field({
      type: SiteSpaceUrls,
      description: 'URLs of the site-space.',
      args: shareKeyArgument(t.arg),
      ...readingAlso('sectionPath', 'sectionIsDefault'),
      resolve: (siteSpace, { shareKey }) => ({ siteSpace, shareKey: shareKey ?? null }),
    }),
  }),
});

const SiteSpaceConnection = connectionType(SiteSpace, 'site-space');

/** The site-spaces of a site, section by section. */
export const siteSiteSpaces = connectionField('Site.siteSpaces', {
  type: SiteSpaceConnection,
  description: 'The site-spaces that exist for the viewer, section by section, in their order.',
  rest: { route: 'GET /site-spaces', operationId: 'listSiteSpaces' },
  source: siteSpaceSource,
  of: 'siteId',
  visibleBelow: siteSpaceVisibleBelow,
  arguments: (arg) => ({
    default: arg.boolean({
      description:
        'True for the default one only (of each section, where there are sections), false for the others only.',
    }),
  }),
  order: { fields: ['topPosition', 'sectionPosition', 'position'], descending: false },
  filter: (args) => (args.default == null ? [] : [sql`t.is_default = ${args.default}`]),
  sizeExpected: SITE_SPACES_MAX,
});

const sectionSiteSpaces = connectionField('SiteSection.siteSpaces', {
  type: SiteSpaceConnection,
  description: 'The site-spaces that exist for the viewer, in their order.',
  source: siteSpaceSource,
  of: 'sectionId',
  visibleBelow: siteSpaceVisibleBelow,
  order: { fields: ['position'], descending: false },
  sizeExpected: SECTION_SITE_SPACES_EXPECTED,
});

const defaultsOfSites = declareConnection({
  name: 'Site.defaultSiteSpace',
  source: siteSpaceSource,
  of: 'siteId',
  visibleBelow: siteSpaceVisibleBelow,
  order: { fields: ['position'], descending: false },
  filter: () => [sql`t.is_default AND t.section_is_default IS NOT FALSE`],
});

const defaultsOfSections = declareConnection({
  ...sectionSiteSpaces,
  name: 'SiteSection.defaultSiteSpace',
  filter: () => [sql`t.is_default`],
});

builder.prismaObjectFields('Site', (t) => ({
  siteSpaceCount: t.int({
    description: 'Number of site-spaces visible to the viewer, across all sections.',
    ...counting(siteSiteSpaces),
    resolve: (site, _args, { loaders }) => loaders.count(siteSiteSpaces, site.id, {}),
  }),
  siteSpace: t.field({
    type: SiteSpace,
    description: 'A site-space of the site.',
    args: { id: t.arg.id({ required: true, description: 'Id of the site-space.' }) },
    ...childField(siteSpaceSource, 'siteId'),
  }),
  defaultSiteSpace: t.field({
    type: SiteSpace,
    description:
      'The default site-space of the default section or of the root level; null if none is visible to the viewer.',
    ...firstField(defaultsOfSites),
  }),
}));

builder.prismaObjectFields('SiteSection', (t) => ({
  defaultSiteSpace: t.field({
    type: SiteSpace,
    description: 'The default site-space of the section; null if none is visible to the viewer.',
    ...firstField(defaultsOfSections),
  }),
}));
