import { inputIdField, mutationField, returnedField } from '../../../builder/mutation-field.ts';
import { builder } from '../../../builder.ts';
import { siteInputFields } from '../site-input-fields.ts';
import { SECTIONS_MAX } from '../site-limits.ts';
import { addSectionToSite, newSiteSection } from './add-section-to-site.ts';
import { deleteSiteSection } from './delete-site-section.ts';
import { moveSiteSection } from './move-site-section.ts';
import { placeOfIdsFields } from './place-of-ids-fields.ts';
import type { Place } from './site-order.ts';
import { SiteSection } from './site-section.ts';
import type { StructurePointer } from './structure-pointer.ts';
import { siteSectionChanges, updateSiteSection } from './update-site-section.ts';

const SECTION = '/v1/orgs/{organizationId}/sites/{siteId}/sections/{siteSectionId}';

mutationField('addSectionToSite', {
  description: `Adds a section at the end of a site. The first is the default; site-spaces of the root level get a section of their own before it. At most ${SECTIONS_MAX} a site. Needs the role \`create\`.`,
  rest: {
    routes: { addSectionToSite: 'POST /v1/orgs/{organizationId}/sites/{siteId}/sections' },
    result: 'section',
    status: 201,
    location: true,
  },
  inputDescription: 'Input of `addSectionToSite`.',
  inputSchema: newSiteSection,
  inputFields: (t) => ({
    ...siteInputFields(t),
    spaceId: t.id({
      required: true,
      description: 'Id of a space of the organization: the first that the section shows.',
    }),
    title: t.string({ description: 'Title; that of the space when absent or null.' }),
    icon: t.string({ description: 'Name of an icon; none when absent or null.' }),
  }),
  resolve: ({ organizationId, siteId, ...input }, context) =>
    addSectionToSite(context, { organizationId, siteId }, input),
  payload: (t) => ({ section: returnedField(t, SiteSection, 'The new section.') }),
});

mutationField('updateSiteSection', {
  description: 'Changes a section. Needs the role `create`.',
  rest: { routes: { updateSiteSectionById: `PATCH ${SECTION}` }, result: 'section' },
  inputDescription: 'Fields to change. Omitted fields are unchanged.',
  inputSchema: siteSectionChanges,
  inputFields: (t) => ({
    ...siteInputFields(t),
    siteSectionId: t.id({ required: true, description: 'Id of the section.' }),
    title: t.string({ description: 'Title.' }),
    path: t.string({ description: 'Its segment of the address; unique on the site.' }),
    defaultSiteSpace: t.id({
      description: 'Id of the default site-space of the section.',
    }),
    condition: t.string({
      description:
        'Expression on `visitor.claims` that decides whether a visitor sees it; null removes it.',
    }),
    icon: t.string({ description: 'Name of an icon; null removes it.' }),
    description: t.string({ description: 'Description; null removes it.' }),
  }),
  resolve: ({ organizationId, siteId, siteSectionId, ...changes }, context) =>
    updateSiteSection(context, { organizationId, siteId, siteSectionId }, changes),
  payload: (t) => ({ section: returnedField(t, SiteSection, 'The section as it is now.') }),
});

mutationField('deleteSiteSection', {
  description:
    'Deletes a section with its site-spaces; the spaces stay. After the default section, the next one becomes the default. Succeeds if it does not exist. Needs the role `create`.',
  rest: { routes: { deleteSiteSectionById: `DELETE ${SECTION}` } },
  inputDescription: 'Section to delete.',
  inputFields: (t) => ({
    ...siteInputFields(t),
    siteSectionId: t.id({ required: true, description: 'Id of the section.' }),
  }),
  resolve: (input, context) => deleteSiteSection(context, input),
  payload: (t) => ({
    deletedSiteSectionId: inputIdField(t, 'siteSectionId', 'Id of the deleted section, as given.'),
  }),
});

const sectionPointer = (id: string | null | undefined) =>
  id == null ? null : { kind: 'SiteSection' as const, id };

/** Returns the place between sections with the given ids. */
const placeOfSections = ({ before, after }: Place): Place<StructurePointer> => ({
  before: sectionPointer(before),
  after: sectionPointer(after),
});

const SiteSectionPositionInput = builder.inputType('SiteSectionPositionInput', {
  description: 'A place among the sections of a site; one side is enough, both must be neighbours.',
  fields: (t) => placeOfIdsFields(t, 'site-section', 'siteSection'),
});

mutationField('moveSiteSection', {
  description:
    'Moves a section beside another one: into its group, or to the top level if it has none. Needs the role `create`.',
  deprecationReason: 'Deprecated on `/v1` since 2024-01-01: use `sortSiteStructure`.',
  rest: { routes: { moveSiteSection: `POST ${SECTION}/move` }, result: 'section' },
  inputDescription: 'Item to move, and its new position.',
  inputFields: (t) => ({
    ...siteInputFields(t),
    siteSectionId: t.id({ required: true, description: 'Id of the section.' }),
    position: t.field({
      type: SiteSectionPositionInput,
      required: true,
      description: 'New position.',
    }),
  }),
  resolve: ({ position, ...key }, context) =>
    moveSiteSection(context, key, placeOfSections(position)),
  payload: (t) => ({ section: returnedField(t, SiteSection, 'The section that was moved.') }),
});
