import { enumType } from '../../../builder/declare-types.ts';
import { builder, type Row } from '../../../builder.ts';
import type { Context } from '../../../context.ts';
import { kindOfId } from '../../../lib/id.ts';
import { byPosition } from '../../../lib/position.ts';
import { firstOf, firstRowsOf } from '../../../pagination/first-of.ts';
import { SECTION_GROUPS_MAX, SECTIONS_MAX, SITE_SPACES_MAX } from '../site-limits.ts';
import { SiteSectionGroup, siteSectionGroups } from './site-section-group.ts';
import { SiteSection, siteSections } from './site-section.ts';
import { siteSiteSpaces, SiteSpace } from './site-space.ts';

export const SiteStructureType = enumType('SiteStructureType', 'Structure type of a site.', {
  sections: 'Sections, in groups or without one.',
  siteSpaces: 'Site-spaces at the root level.',
});

type StructureEntry = Row<'SiteSection'> | Row<'SiteSectionGroup'>;

const SiteStructureEntry = builder.unionType('SiteStructureEntry', {
  description: 'A top-level item of a site with sections.',
  types: [SiteSection, SiteSectionGroup],
  resolveType: ({ id }) => kindOfId(id),
});

/** Site with the type of its structure. */
interface SiteStructureOf {
  site: Row<'Site'>;
  type: 'sections' | 'siteSpaces';
}

const SectionsStructure = builder.objectRef<SiteStructureOf>('SectionsStructure').implement({
  description: 'The structure of a site with sections.',
  rest: { fields: 'type structure: entries { ...SiteStructureEntry }' },
  fields: (t) => ({
    type: t.expose('type', { type: SiteStructureType, description: 'Always `SECTIONS`.' }),
    entries: t.field({
      type: [SiteStructureEntry],
      description:
        'The section groups and the sections without one that exist for the viewer, in their order.',
      complexity: { field: 1, multiplier: SECTIONS_MAX },
      resolve: ({ site }, _args, context) => topEntries(context, site),
    }),
  }),
});

const SiteSpacesStructure = builder.objectRef<SiteStructureOf>('SiteSpacesStructure').implement({
  description: 'The structure of a site without sections.',
  rest: { fields: 'type structure: siteSpaces { ...SiteSpace }' },
  fields: (t) => ({
    type: t.expose('type', { type: SiteStructureType, description: 'Always `SITE_SPACES`.' }),
    siteSpaces: t.field({
      type: [SiteSpace],
      description: 'The site-spaces that exist for the viewer, in their order.',
      complexity: { field: 1, multiplier: SITE_SPACES_MAX },
      resolve: ({ site }, _args, { loaders }) =>
        firstRowsOf(loaders, siteSiteSpaces, site, {}, SITE_SPACES_MAX),
    }),
  }),
});

const SiteStructure = builder.unionType('SiteStructure', {
  description: 'Structure of a site, in order, as shown in its table of contents.',
  types: [SectionsStructure, SiteSpacesStructure],
  resolveType: ({ type }) => (type === 'sections' ? SectionsStructure : SiteSpacesStructure),
});

builder.prismaObjectFields('Site', (t) => ({
  structure: t.field({
    type: SiteStructure,
    description: 'Its sections and their groups; its site-spaces when it has no sections.',
    rest: { route: 'GET /structure', operationId: 'getSiteStructure' },
    resolve: (site, _args, context) => structureOf(context, site),
  }),
}));

/** Returns the structure of a site. */
async function structureOf({ loaders }: Context, site: Row<'Site'>): Promise<SiteStructureOf> {
  const section = await firstOf(loaders, siteSections, { id: site.id }, {});
  return { site, type: section ? 'sections' : 'siteSpaces' };
}

/** Returns groups and ungrouped sections, which are siblings in one order of positions. */
async function topEntries({ loaders }: Context, site: Row<'Site'>): Promise<StructureEntry[]> {
  const [sections, groups] = await Promise.all([
    firstRowsOf(loaders, siteSections, site, {}, SECTIONS_MAX),
    firstRowsOf(loaders, siteSectionGroups, site, {}, SECTION_GROUPS_MAX),
  ]);
  const ungrouped = sections.filter(({ groupId }) => groupId === null);
  return [...ungrouped, ...groups].toSorted(byPosition);
}
