import { builder, type Row } from '../../../builder.ts';
import type { Context } from '../../../context.ts';
import { byPosition } from '../../../lib/position.ts';
import { firstRowsOf } from '../../../pagination/first-of.ts';
import { SECTION_GROUPS_MAX, SECTIONS_MAX, SITE_SPACES_MAX } from '../site-limits.ts';
import {
  sectionGroupBody,
  SiteSectionGroup,
  siteSectionGroups,
} from '../structure/site-section-group.ts';
import { sectionBody, SiteSection, siteSections } from '../structure/site-section.ts';
import { SiteSpace, siteSiteSpaces } from '../structure/site-space.ts';
import { SiteStructureType } from '../structure/site-structure.ts';
import type { VisitedSite } from './find-published-content.ts';

/** Expected numbers of site-spaces per section and sections per group, for the operation cost. */
const SITE_SPACES_EXPECTED = 20;
const GROUP_SECTIONS_EXPECTED = 2;

interface VisitedSectionOf {
  section: Row<'SiteSection'>;
  siteSpaces: readonly Row<'SiteSpace'>[];
}

interface VisitedSectionGroupOf {
  group: Row<'SiteSectionGroup'>;
  sections: readonly VisitedSectionOf[];
}

/** Structure that a visitor sees; the type determines which list is used. */
export interface VisitedStructureOf {
  type: 'sections' | 'siteSpaces';
  entries: readonly (VisitedSectionOf | VisitedSectionGroupOf)[];
  siteSpaces: readonly Row<'SiteSpace'>[];
}

const VisitedSection = builder.objectRef<VisitedSectionOf>('VisitedSection').implement({
  description: 'A section as shown to a visitor.',
  rest: {
    object: 'site-section',
    merge: 'shared',
    fields: `shared: section { ${sectionBody} } siteSpaces { ...SiteSpace }`,
  },
  fields: (t) => ({
    section: t.expose('section', {
      type: SiteSection,
      description: 'The section itself, independent of the visitor.',
    }),
    siteSpaces: t.field({
      type: [SiteSpace],
      description: 'The site-spaces that are shown to the visitor, in order.',
      complexity: { field: 1, multiplier: SITE_SPACES_EXPECTED },
      resolve: ({ siteSpaces }) => [...siteSpaces],
    }),
  }),
});

const VisitedSectionGroup = builder
  .objectRef<VisitedSectionGroupOf>('VisitedSectionGroup')
  .implement({
    description: 'A section group as shown to a visitor.',
    rest: {
      object: 'site-section-group',
      merge: 'shared',
      fields: `shared: sectionGroup { ${sectionGroupBody} } sections { ...VisitedSection }`,
    },
    fields: (t) => ({
      sectionGroup: t.field({
        type: SiteSectionGroup,
        description: 'The section group itself, independent of the visitor.',
        resolve: ({ group }) => group,
      }),
      sections: t.field({
        type: [VisitedSection],
        description: 'The sections that are shown to the visitor, in order.',
        complexity: { field: 1, multiplier: GROUP_SECTIONS_EXPECTED },
        resolve: ({ sections }) => [...sections],
      }),
    }),
  });

const VisitedStructureEntry = builder.unionType('VisitedStructureEntry', {
  description: 'A top-level item of a site with sections, as shown to a visitor.',
  types: [VisitedSection, VisitedSectionGroup],
  resolveType: (entry) => ('group' in entry ? VisitedSectionGroup : VisitedSection),
});

const VisitedSections = builder.objectRef<VisitedStructureOf>('VisitedSections').implement({
  description: 'Structure of a site with sections, as shown to a visitor.',
  rest: { fields: 'type structure: entries { ...VisitedStructureEntry }' },
  fields: (t) => ({
    type: t.expose('type', { type: SiteStructureType, description: 'Always `SECTIONS`.' }),
    entries: t.field({
      type: [VisitedStructureEntry],
      description: 'The section groups and the sections without one, in their order.',
      complexity: { field: 1, multiplier: SECTIONS_MAX },
      resolve: ({ entries }) => [...entries],
    }),
  }),
});

const VisitedSiteSpaces = builder.objectRef<VisitedStructureOf>('VisitedSiteSpaces').implement({
  description: 'Structure of a site without sections, as shown to a visitor.',
  rest: { fields: 'type structure: siteSpaces { ...SiteSpace }' },
  fields: (t) => ({
    type: t.expose('type', { type: SiteStructureType, description: 'Always `SITE_SPACES`.' }),
    siteSpaces: t.field({
      type: [SiteSpace],
      description: 'The site-spaces, in their order.',
      complexity: { field: 1, multiplier: SITE_SPACES_MAX },
      resolve: ({ siteSpaces }) => [...siteSpaces],
    }),
  }),
});

export const VisitedStructure = builder.unionType('VisitedStructure', {
  description: 'Structure of a site as shown to a visitor, in order.',
  types: [VisitedSections, VisitedSiteSpaces],
  resolveType: ({ type }) => (type === 'sections' ? VisitedSections : VisitedSiteSpaces),
});

/** Reads the site-spaces that a visitor sees on a site, section by section. */
export async function visitedSiteSpaces(
  { loaders }: Context,
  { site, hidden }: VisitedSite,
): Promise<Row<'SiteSpace'>[]> {
  const siteSpaces = await firstRowsOf(loaders, siteSiteSpaces, site, {}, SITE_SPACES_MAX);
  return siteSpaces.filter(({ id }) => !hidden.has(id));
}

/** Reads the structure that a visitor sees on a site. Its type does not depend on hidden parts. */
export async function visitedStructure(
  context: Context,
  visited: VisitedSite,
): Promise<VisitedStructureOf> {
  const { loaders } = context;
  const { site, hidden } = visited;
  const [siteSpaces, sections, groups] = await Promise.all([
    visitedSiteSpaces(context, visited),
    firstRowsOf(loaders, siteSections, site, {}, SECTIONS_MAX),
    firstRowsOf(loaders, siteSectionGroups, site, {}, SECTION_GROUPS_MAX),
  ]);
  if (sections.length === 0) return { type: 'siteSpaces', entries: [], siteSpaces };
  const shown = sections
    .filter(({ id }) => !hidden.has(id))
    .map((section) => ({
      section,
      siteSpaces: siteSpaces.filter(({ sectionId }) => sectionId === section.id),
    }));
  const ungrouped = shown.filter(({ section }) => section.groupId === null);
  const grouped = groups
    .filter(({ id }) => !hidden.has(id))
    .map((group) => ({
      group,
      sections: shown.filter(({ section }) => section.groupId === group.id),
    }));
  const entries = [...ungrouped, ...grouped].toSorted((a, b) =>
    byPosition('group' in a ? a.group : a.section, 'group' in b ? b.group : b.section),
  );
  return { type: 'sections', entries, siteSpaces: [] };
}
