import { builder, type InputBuilder } from '../../../builder.ts';
import { validated } from '../../../lib/validated.ts';
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

builder.relayMutationField(
  'addSectionGroupToSite',
  {
    description: 'Input of `addSectionGroupToSite`.',
    validate: newSiteSectionGroup.loose(),
    inputFields: (t) => ({
      ...siteInputFields(t),
      title: t.string({ required: true, description: 'Title.' }),
      icon: t.string({ description: 'Name of an icon; none when absent or null.' }),
      sections: t.idList({
        description:
          'Ids of sections of the site that the group holds, in order; each leaves the group that it was in.',
      }),
    }),
  },
  {
    description: `Adds a section group at the end of a site. At most ${SECTION_GROUPS_MAX} a site. Needs the role \`create\`.`,
    rest: {
      routes: { addSectionGroupToSite: `POST ${GROUPS}` },
      result: 'sectionGroup',
      status: 201,
      location: true,
    },
    resolve: (_root, { input: { organizationId, siteId, ...input } }, context) =>
      addSectionGroupToSite(
        context,
        { organizationId, siteId },
        validated(newSiteSectionGroup, input),
      ),
  },
  {
    description: 'Payload of `addSectionGroupToSite`.',
    outputFields: (t) => ({
      sectionGroup: t.field({
        type: SiteSectionGroup,
        description: 'The new section group.',
        resolve: (group) => group,
      }),
    }),
  },
);

builder.relayMutationField(
  'updateSiteSectionGroup',
  {
    description: 'Fields to change. Omitted fields are unchanged.',
    validate: siteSectionGroupChanges.loose(),
    inputFields: (t) => ({
      ...groupInputFields(t),
      title: t.string({ description: 'Title.' }),
      icon: t.string({ description: 'Name of an icon; null removes it.' }),
    }),
  },
  {
    description: 'Changes a section group. Needs the role `create`.',
    rest: { routes: { updateSiteSectionGroupById: `PATCH ${GROUP}` }, result: 'sectionGroup' },
    resolve: (
      _root,
      { input: { organizationId, siteId, siteSectionGroupId, ...changes } },
      context,
    ) =>
      updateSiteSectionGroup(
        context,
        { organizationId, siteId, siteSectionGroupId },
        validated(siteSectionGroupChanges, changes),
      ),
  },
  {
    description: 'Payload of `updateSiteSectionGroup`.',
    outputFields: (t) => ({
      sectionGroup: t.field({
        type: SiteSectionGroup,
        description: 'The section group as it is now.',
        resolve: (group) => group,
      }),
    }),
  },
);

builder.relayMutationField(
  'deleteSiteSectionGroup',
  { description: 'Section group to delete.', inputFields: groupInputFields },
  {
    description:
      'Deletes a section group; its sections return to the top level, at its place and in their order. Succeeds if it does not exist. Needs the role `create`.',
    rest: { routes: { deleteSiteSectionGroupById: `DELETE ${GROUP}` } },
    resolve: async (_root, { input }, context) => {
      await deleteSiteSectionGroup(context, input);
      return input;
    },
  },
  {
    description: 'Payload of `deleteSiteSectionGroup`.',
    outputFields: (t) => ({
      deletedSiteSectionGroupId: t.id({
        description: 'Id of the deleted section group, as given.',
        resolve: ({ siteSectionGroupId }) => siteSectionGroupId,
      }),
    }),
  },
);

builder.relayMutationField(
  'addSectionToSiteSectionGroup',
  {
    description: 'Section to add, and the group to add it to.',
    inputFields: (t) => ({
      ...groupInputFields(t),
      sectionId: t.id({ required: true, description: 'Id of a section of the site.' }),
    }),
  },
  {
    description:
      'Puts a section at the end of a section group; it leaves the group that it was in. One that is in the group already keeps its place. Needs the role `create`.',
    rest: {
      routes: { addSectionToGroup: `POST ${GROUP}/sections` },
      result: 'sectionGroup',
      status: 201,
      location: GROUP,
    },
    resolve: (_root, { input: { sectionId, ...key } }, context) =>
      addSectionToSiteSectionGroup(context, key, sectionId),
  },
  {
    description: 'Payload of `addSectionToSiteSectionGroup`.',
    outputFields: (t) => ({
      sectionGroup: t.field({
        type: SiteSectionGroup,
        description: 'The section group with the section.',
        resolve: (group) => group,
      }),
    }),
  },
);

builder.relayMutationField(
  'removeSectionFromSiteSectionGroup',
  {
    description: 'Section to remove, and its group.',
    inputFields: (t) => ({
      ...groupInputFields(t),
      siteSectionId: t.id({ required: true, description: 'Id of the section.' }),
    }),
  },
  {
    description:
      'Takes a section out of a section group; it returns to the top level, directly after the group. Succeeds when it is not in the group. Needs the role `create`.',
    rest: { routes: { removeSectionFromGroup: `DELETE ${GROUP}/sections/{siteSectionId}` } },
    resolve: async (_root, { input }, context) => {
      await removeSectionFromSiteSectionGroup(context, input, input.siteSectionId);
      return input;
    },
  },
  {
    description: 'Payload of `removeSectionFromSiteSectionGroup`.',
    outputFields: (t) => ({
      removedSiteSectionId: t.id({
        description: 'Id of the removed section, as given.',
        resolve: ({ siteSectionId }) => siteSectionId,
      }),
    }),
  },
);

builder.relayMutationField(
  'moveSiteSectionGroup',
  {
    description: 'Item to move, and its new position.',
    inputFields: (t) => ({
      ...groupInputFields(t),
      position: t.field({
        type: SectionGroupPositionInput,
        required: true,
        description: 'New position.',
      }),
    }),
  },
  {
    description:
      'Moves a section group, with its sections, among the groups of its site and the sections without one. Needs the role `create`.',
    deprecationReason: 'Deprecated on `/v1` since 2024-01-01: use `sortSiteStructure`.',
    rest: { routes: { moveSiteSectionGroup: `POST ${GROUP}/move` }, result: 'sectionGroup' },
    resolve: (_root, { input: { position, ...key } }, context) =>
      moveSiteSectionGroup(context, key, placeFrom(position)),
  },
  {
    description: 'Payload of `moveSiteSectionGroup`.',
    outputFields: (t) => ({
      sectionGroup: t.field({
        type: SiteSectionGroup,
        description: 'The section group that was moved.',
        resolve: (group) => group,
      }),
    }),
  },
);
