import { connectionType } from '../../../builder/declare-types.ts';
import { hasRoleSql } from '../../../auth/membership-sql.ts';
import { liveSpaceVisibleSql } from '../../../auth/space-visibility-sql.ts';
import { builder, registerNode, type Row } from '../../../builder.ts';
import { connectionField } from '../../../builder/connection-field.ts';
import { declareConnection } from '../../../pagination/connection.ts';
import { sql } from '../../../database/database.ts';
import { openedSiteUrl, shareKeyArgument, shareKeyParameter } from '../share-links/share-key.ts';
import { siteField, siteOf } from '../site-access.ts';
import { SECTIONS_MAX } from '../site-limits.ts';
import { shownSpaceVisibleSql } from '../site-visibility-sql.ts';
import { siteSectionSource } from './site-section-source.ts';
import { publishedSectionUrl } from '../site-urls.ts';
import { Site } from '../site.ts';
import { childField, firstField } from '../../../pagination/declared-fields.ts';

registerNode(siteSectionSource);

const SiteSectionUrls = builder
  .objectRef<{ section: Row<'SiteSection'>; shareKey: string | null }>('SiteSectionUrls')
  .implement({
    description: 'URLs of a section.',
    fields: (t) => ({
      published: t.string({
        nullable: true,
        description: 'URL of the section on the published site; null if the site has no such URL.',
        resolve: async ({ section, shareKey }, _args, context) => {
          const site = await siteOf(context, section.siteId);
          const siteUrl = await openedSiteUrl(context, site, shareKey);
          return siteUrl && publishedSectionUrl(siteUrl, section);
        },
      }),
    }),
  });

/** Fields of a section on `/v1`, without its site-spaces. */
export const sectionBody = `
  id title description default: isDefault path condition sectionGroup: sectionGroupId icon
  urls(shareKey: $shareKey) { published }`;

export const SiteSection = builder.prismaNode('SiteSection', {
  description: 'A part of a site, shown as a tab, with one or more spaces as its variants.',
  id: { field: 'id', description: 'Identifier, `sec_…`.' },
  rest: {
    object: 'site-section',
    fields: `${sectionBody} siteSpaces: siteSpaces(first: 1000) { nodes { ...SiteSpace } }`,
    parameters: shareKeyParameter,
  },
  fields: (t) => ({
    title: t.exposeString('title', { description: 'Title, 2 to 128 characters.' }),
    description: t.exposeString('description', {
      nullable: true,
      description: 'Description of the section, at most 256 characters.',
    }),
    isDefault: t.exposeBoolean('isDefault', {
      description: 'Whether this is the default section. Each site with sections has exactly one.',
    }),
    path: t.exposeString('path', {
      description: 'URL segment, 1 to 100 characters; unique on the site.',
    }),
    condition: t.exposeString('condition', {
      nullable: true,
      description:
        'Expression on `visitor.claims` that decides whether a visitor sees it, 1 to 1024 characters.',
    }),
    sectionGroupId: t.exposeID('groupId', {
      nullable: true,
      description: 'Id of the section group that it is in; null for none.',
    }),
    icon: t.exposeString('icon', {
      nullable: true,
      description: 'Name of an icon, at most 50 characters.',
    }),
    createdAt: t.expose('createdAt', { type: 'DateTime', description: 'When it was added.' }),
    site: t.field({
      type: Site,
      description: 'The site that it is a part of.',
      ...siteField,
    }),
    urls: t.field({
      type: SiteSectionUrls,
      description: 'URLs of the section.',
      args: shareKeyArgument(t.arg),
      resolve: (section, { shareKey }) => ({ section, shareKey: shareKey ?? null }),
    }),
  }),
});

export const SiteSectionConnection = connectionType(SiteSection, 'section');

/** Sections of a site; those of a group are at the group's position. */
export const siteSections = connectionField('Site.sections', {
  type: SiteSectionConnection,
  description:
    'The sections that exist for the viewer, in their order on the site; those of a group together.',
  rest: { route: 'GET /sections', operationId: 'listSiteSections' },
  source: siteSectionSource,
  of: 'siteId',
  // Guests see those with a space that they see.
  parentFlag: {
    type: 'Site',
    condition: (viewerId) => hasRoleSql(sql`t.organization_id`, viewerId),
  },
  visibleBelow: (_siteId, viewerId) => sql`(p.flag OR EXISTS (SELECT FROM site_spaces gs
    WHERE gs.section_id = t.id
      AND ${shownSpaceVisibleSql(sql`gs`, viewerId, liveSpaceVisibleSql)}))`,
  order: { fields: ['topPosition', 'position'], descending: false },
  sizeExpected: SECTIONS_MAX,
});

const defaultSections = declareConnection({
  ...siteSections,
  name: 'Site.defaultSection',
  filter: () => [sql`t.is_default`],
});

builder.prismaObjectFields('Site', (t) => ({
  section: t.field({
    type: SiteSection,
    description: 'A section of the site.',
    args: { id: t.arg.id({ required: true, description: 'Id of the section.' }) },
    ...childField(siteSectionSource, 'siteId'),
  }),
  defaultSection: t.field({
    type: SiteSection,
    description: 'The section that the site opens with; null for a site without sections.',
    ...firstField(defaultSections),
  }),
}));
