import { builder } from '../../../builder.ts';
import { validated } from '../../../lib/validated.ts';
import { siteInputFields } from '../site-input-fields.ts';
import { SITE_SPACES_MAX } from '../site-limits.ts';
import { addSpaceToSite, newSiteSpace } from './add-space-to-site.ts';
import { deleteSiteSpace } from './delete-site-space.ts';
import { moveSiteSpace } from './move-site-space.ts';
import { placeOfIdsFields } from './place-of-ids-fields.ts';
import { SiteSpace } from './site-space.ts';
import { siteSpaceChanges, updateSiteSpace } from './update-site-space.ts';

const SITE_SPACE = '/v1/orgs/{organizationId}/sites/{siteId}/site-spaces/{siteSpaceId}';

builder.relayMutationField(
  'addSpaceToSite',
  {
    description: 'Space to add, and its position.',
    validate: newSiteSpace.loose(),
    inputFields: (t) => ({
      ...siteInputFields(t),
      spaceId: t.id({
        required: true,
        description: 'Id of a space of the organization that the site does not show yet.',
      }),
      sectionId: t.id({
        description: 'Id of a section; the default one, or the root level, when absent.',
      }),
    }),
  },
  {
    description: `Shows a space on a site, at the end of a section or of the root level; the first there is its default. At most ${SITE_SPACES_MAX} a site. Needs the role \`create\`.`,
    rest: {
      routes: { addSpaceToSite: 'POST /v1/orgs/{organizationId}/sites/{siteId}/site-spaces' },
      result: 'siteSpace',
      status: 201,
      location: true,
    },
    resolve: (_root, { input: { organizationId, siteId, ...input } }, context) =>
      addSpaceToSite(context, { organizationId, siteId }, validated(newSiteSpace, input)),
  },
  {
    description: 'Payload of `addSpaceToSite`.',
    outputFields: (t) => ({
      siteSpace: t.field({
        type: SiteSpace,
        description: 'The new site-space.',
        resolve: (siteSpace) => siteSpace,
      }),
    }),
  },
);

builder.relayMutationField(
  'updateSiteSpace',
  {
    description: 'Fields to change. Omitted fields are unchanged.',
    validate: siteSpaceChanges.loose(),
    inputFields: (t) => ({
      ...siteInputFields(t),
      siteSpaceId: t.id({ required: true, description: 'Id of the site-space.' }),
      path: t.string({
        description: 'Its segment of the address; unique in the section or at the root level.',
      }),
      condition: t.string({
        description:
          'Expression on `visitor.claims` that decides whether a visitor sees it; null removes it.',
      }),
      spaceId: t.id({
        description: 'Id of the space of the organization to show instead; the address stays.',
      }),
    }),
  },
  {
    description: 'Changes a site-space. Needs the role `create`.',
    rest: { routes: { updateSiteSpaceById: `PATCH ${SITE_SPACE}` }, result: 'siteSpace' },
    resolve: (_root, { input: { organizationId, siteId, siteSpaceId, ...changes } }, context) =>
      updateSiteSpace(
        context,
        { organizationId, siteId, siteSpaceId },
        validated(siteSpaceChanges, changes),
      ),
  },
  {
    description: 'Payload of `updateSiteSpace`.',
    outputFields: (t) => ({
      siteSpace: t.field({
        type: SiteSpace,
        description: 'The site-space as it is now.',
        resolve: (siteSpace) => siteSpace,
      }),
    }),
  },
);

builder.relayMutationField(
  'deleteSiteSpace',
  {
    description: 'Site-space to delete.',
    inputFields: (t) => ({
      ...siteInputFields(t),
      siteSpaceId: t.id({ required: true, description: 'Id of the site-space.' }),
    }),
  },
  {
    description:
      'Takes a space off a site; the space stays. The next site-space takes over from the default one. Succeeds if it does not exist. Needs the role `create`.',
    rest: { routes: { deleteSiteSpaceById: `DELETE ${SITE_SPACE}` } },
    resolve: async (_root, { input }, context) => {
      await deleteSiteSpace(context, input);
      return input;
    },
  },
  {
    description: 'Payload of `deleteSiteSpace`.',
    outputFields: (t) => ({
      deletedSiteSpaceId: t.id({
        description: 'Id of the deleted site-space, as given.',
        resolve: ({ siteSpaceId }) => siteSpaceId,
      }),
    }),
  },
);

const SiteSpacePositionInput = builder.inputType('SiteSpacePositionInput', {
  description:
    'A place in a section or at the root level; one side is enough, both must be neighbours.',
  fields: (t) => placeOfIdsFields(t, 'site-space', 'siteSpace'),
});

builder.relayMutationField(
  'moveSiteSpace',
  {
    description: 'Item to move, and its new position.',
    inputFields: (t) => ({
      ...siteInputFields(t),
      siteSpaceId: t.id({ required: true, description: 'Id of the site-space.' }),
      position: t.field({
        type: SiteSpacePositionInput,
        required: true,
        description: 'New position.',
      }),
    }),
  },
  {
    description: 'Moves a site-space in its section or at the root level. Needs the role `create`.',
    rest: { routes: { moveSiteSpace: `POST ${SITE_SPACE}/move` }, result: 'siteSpace' },
    resolve: (_root, { input: { position, ...key } }, context) =>
      moveSiteSpace(context, key, position),
  },
  {
    description: 'Payload of `moveSiteSpace`.',
    outputFields: (t) => ({
      siteSpace: t.field({
        type: SiteSpace,
        description: 'The site-space that was moved.',
        resolve: (siteSpace) => siteSpace,
      }),
    }),
  },
);
