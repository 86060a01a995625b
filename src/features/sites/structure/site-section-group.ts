import { connectionType } from '../../../builder/declare-types.ts';
import { builder, registerNode } from '../../../builder.ts';
import { connectionField } from '../../../builder/connection-field.ts';
import { siteField } from '../site-access.ts';
import { SECTION_GROUPS_MAX } from '../site-limits.ts';
import { Site } from '../site.ts';
import { siteSectionGroupSource } from './site-section-group-source.ts';
import { siteSectionSource } from './site-section-source.ts';
import { SiteSectionConnection } from './site-section.ts';
import { childField, oneField } from '../../../pagination/declared-fields.ts';

/**
 * Expected number of sections per group, for the operation cost. A site has at most 250 in all
 * groups, so they cannot all be full.
 */
const GROUP_SECTIONS_EXPECTED = 2;

registerNode(siteSectionGroupSource);

/** Fields of a section group on `/v1`, without its sections. */
export const sectionGroupBody = 'id title icon';

export const SiteSectionGroup = builder.prismaNode('SiteSectionGroup', {
  description: 'Sections of a site under one heading, shown as a tab that opens a menu.',
  id: { field: 'id', description: 'Identifier, `grp_…`.' },
  rest: {
    object: 'site-section-group',
    fields: `${sectionGroupBody} sections: sections(first: 1000) { nodes { ...SiteSection } }`,
  },
  fields: (t) => ({
    title: t.exposeString('title', { description: 'Title, 1 to 100 characters.' }),
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
  }),
});

/** Section groups of a site, in site order. */
export const siteSectionGroups = connectionField('Site.sectionGroups', {
  type: connectionType(SiteSectionGroup, 'section group'),
  description: 'The section groups that exist for the viewer, in their order on the site.',
  rest: { route: 'GET /section-groups', operationId: 'listSiteSectionGroups' },
  source: siteSectionGroupSource,
  of: 'siteId',
  order: { fields: ['position'], descending: false },
  sizeExpected: SECTION_GROUPS_MAX,
});

connectionField('SiteSectionGroup.sections', {
  type: SiteSectionConnection,
  description: 'The sections that exist for the viewer, in their order in the group.',
  source: siteSectionSource,
  of: 'groupId',
  order: { fields: ['position'], descending: false },
  sizeExpected: GROUP_SECTIONS_EXPECTED,
});

builder.prismaObjectFields('SiteSection', (t) => ({
  sectionGroup: t.field({
    type: SiteSectionGroup,
    description: 'The section group that it is in; null for none.',
    ...oneField(siteSectionGroupSource, 'groupId'),
  }),
}));

builder.prismaObjectFields('Site', (t) => ({
  sectionGroup: t.field({
    type: SiteSectionGroup,
    description: 'A section group of the site.',
    args: { id: t.arg.id({ required: true, description: 'Id of the section group.' }) },
    ...childField(siteSectionGroupSource, 'siteId'),
  }),
}));
