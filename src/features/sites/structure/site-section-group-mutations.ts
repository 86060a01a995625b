import { inputIdField, mutationField, returnedField } from '../../../builder/mutation-field.ts';
import type { InputBuilder } from '../../../builder.ts';
import { siteInputFields } from '../site-input-fields.ts';
import { SECTION_GROUPS_MAX } from '../site-limits.ts';
import { addSectionGroupToSite, newSiteSectionGroup } from './add-section-group-to-site.ts';
import { addSectionToSiteSectionGroup } from './add-section-to-site-section-group.ts';
import { deleteSiteSectionGroup } from './delete-site-section-group.ts';
import { moveSiteSectionGroup } from './move-site-section-group.ts';
import { removeSectionFromSiteSectionGroup } from './remove-section-from-site-section-group.ts';
import { SiteSectionGroup } from './site-section-group.ts';
import { placeFrom, SectionGroupPositionInput } from './structure-pointer.ts';
import { siteSectionGroupChanges, updateSiteSectionGroup } from './update-site-section-group.ts';

const GROUPS = '/v1/orgs/{organizationId}/sites/{siteId}/section-groups';
const GROUP = `${GROUPS}/{siteSectionGroupId}` as const;

const groupInputFields = (t: InputBuilder) => ({
  ...siteInputFields(t),
  siteSectionGroupId: t.id({ required: true, description: 'Id of the section group.' }),
});

mutationField('addSectionGroupToSite', {
  description: `Adds a section group at the end of a site. At most ${SECTION_GROUPS_MAX} a site. Needs the role \`create\`.`,
  rest: {
    routes: { addSectionGroupToSite: `POST ${GROUPS}` },
    result: 'sectionGroup',
    status: 201,
    location: true,
  },
  inputDescription: 'Input of `addSectionGroupToSite`.',
  inputSchema: newSiteSectionGroup,
  inputFields: (t) => ({
    ...siteInputFields(t),
    title: t.string({ required: true, description: 'Title.' }),
    icon: t.string({ description: 'Name of an icon; none when absent or null.' }),
    sections: t.idList({
      description: 'Ids of the sections in the group, in order. Each leaves its former group.',
    }),
  }),
  resolve: ({ organizationId, siteId, ...input }, context) =>
    addSectionGroupToSite(context, { organizationId, siteId }, input),
  payload: (t) => ({ sectionGroup: returnedField(t, SiteSectionGroup, 'The new section group.') }),
});

mutationField('updateSiteSectionGroup', {
  description: 'Changes a section group. Needs the role `create`.',
  rest: { routes: { updateSiteSectionGroupById: `PATCH ${GROUP}` }, result: 'sectionGroup' },
  inputDescription: 'Fields to change. Omitted fields are unchanged.',
  inputSchema: siteSectionGroupChanges,
  inputFields: (t) => ({
    ...groupInputFields(t),
    title: t.string({ description: 'Title.' }),
    icon: t.string({ description: 'Name of an icon; null removes it.' }),
  }),
  resolve: ({ organizationId, siteId, siteSectionGroupId, ...changes }, context) =>
    updateSiteSectionGroup(context, { organizationId, siteId, siteSectionGroupId }, changes),
  payload: (t) => ({
    sectionGroup: returnedField(t, SiteSectionGroup, 'The section group as it is now.'),
  }),
});

mutationField('deleteSiteSectionGroup', {
  description:
    'Deletes a section group; its sections return to the top level, at its place and in their order. Succeeds if it does not exist. Needs the role `create`.',
  rest: { routes: { deleteSiteSectionGroupById: `DELETE ${GROUP}` } },
  inputDescription: 'Section group to delete.',
  inputFields: groupInputFields,
  resolve: (input, context) => deleteSiteSectionGroup(context, input),
  payload: (t) => ({
    deletedSiteSectionGroupId: inputIdField(
      t,
      'siteSectionGroupId',
      'Id of the deleted section group, as given.',
    ),
  }),
});

mutationField('addSectionToSiteSectionGroup', {
  description:
    'Puts a section at the end of a section group; it leaves the group that it was in. One that is in the group already keeps its place. Needs the role `create`.',
  rest: {
    routes: { addSectionToGroup: `POST ${GROUP}/sections` },
    result: 'sectionGroup',
    status: 201,
    location: GROUP,
  },
  inputDescription: 'Section to add, and the group to add it to.',
  inputFields: (t) => ({
    ...groupInputFields(t),
    sectionId: t.id({ required: true, description: 'Id of a section of the site.' }),
  }),
  resolve: ({ sectionId, ...key }, context) =>
    addSectionToSiteSectionGroup(context, key, sectionId),
  payload: (t) => ({
    sectionGroup: returnedField(t, SiteSectionGroup, 'The section group with the section.'),
  }),
});

mutationField('removeSectionFromSiteSectionGroup', {
  description:
    'Removes a section from a section group. It moves to the top level, directly after the group. Succeeds if it is not in the group. Needs the role `create`.',
  rest: { routes: { removeSectionFromGroup: `DELETE ${GROUP}/sections/{siteSectionId}` } },
  inputDescription: 'Section to remove, and its group.',
  inputFields: (t) => ({
    ...groupInputFields(t),
    siteSectionId: t.id({ required: true, description: 'Id of the section.' }),
  }),
  resolve: (input, context) =>
    removeSectionFromSiteSectionGroup(context, input, input.siteSectionId),
  payload: (t) => ({
    removedSiteSectionId: inputIdField(t, 'siteSectionId', 'Id of the removed section, as given.'),
  }),
});

mutationField('moveSiteSectionGroup', {
  description:
    'Moves a section group, with its sections, among the groups of its site and the sections without one. Needs the role `create`.',
  deprecationReason: 'Deprecated on `/v1` since 2024-01-01: use `sortSiteStructure`.',
  rest: { routes: { moveSiteSectionGroup: `POST ${GROUP}/move` }, result: 'sectionGroup' },
  inputDescription: 'Item to move, and its new position.',
  inputFields: (t) => ({
    ...groupInputFields(t),
    position: t.field({
      type: SectionGroupPositionInput,
      required: true,
      description: 'New position.',
    }),
  }),
  resolve: ({ position, ...key }, context) =>
    moveSiteSectionGroup(context, key, placeFrom(position)),
  payload: (t) => ({
    sectionGroup: returnedField(t, SiteSectionGroup, 'The section group that was moved.'),
  }),
});
