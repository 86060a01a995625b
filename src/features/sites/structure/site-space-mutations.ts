import { inputIdField, mutationField, returnedField } from '../../../builder/mutation-field.ts';
import { builder } from '../../../builder.ts';
import { siteInputFields } from '../site-input-fields.ts';
import { SITE_SPACES_MAX } from '../site-limits.ts';
import { addSpaceToSite, newSiteSpace } from './add-space-to-site.ts';
import { deleteSiteSpace } from './delete-site-space.ts';
import { moveSiteSpace } from './move-site-space.ts';
import { placeOfIdsFields } from './place-of-ids-fields.ts';
import { SiteSpace } from './site-space.ts';
import { siteSpaceChanges, updateSiteSpace } from './update-site-space.ts';

const SITE_SPACE = '/v1/orgs/{organizationId}/sites/{siteId}/site-spaces/{siteSpaceId}';

mutationField('addSpaceToSite', {
  description: `Shows a space on a site, at the end of a section or of the root level; the first there is its default. At most ${SITE_SPACES_MAX} a site. Needs the role \`create\`.`,
  rest: {
    routes: { addSpaceToSite: 'POST /v1/orgs/{organizationId}/sites/{siteId}/site-spaces' },
    result: 'siteSpace',
    status: 201,
    location: true,
  },
  inputDescription: 'Space to add, and its position.',
  inputSchema: newSiteSpace,
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
  resolve: ({ organizationId, siteId, ...input }, context) =>
    addSpaceToSite(context, { organizationId, siteId }, input),
  payload: (t) => ({ siteSpace: returnedField(t, SiteSpace, 'The new site-space.') }),
});

mutationField('updateSiteSpace', {
  description: 'Changes a site-space. Needs the role `create`.',
  rest: { routes: { updateSiteSpaceById: `PATCH ${SITE_SPACE}` }, result: 'siteSpace' },
  inputDescription: 'Fields to change. Omitted fields are unchanged.',
  inputSchema: siteSpaceChanges,
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
  resolve: ({ organizationId, siteId, siteSpaceId, ...changes }, context) =>
    updateSiteSpace(context, { organizationId, siteId, siteSpaceId }, changes),
  payload: (t) => ({ siteSpace: returnedField(t, SiteSpace, 'The site-space as it is now.') }),
});

mutationField('deleteSiteSpace', {
  description:
    'Removes a space from a site; the space stays. After the default site-space, the next one becomes the default. Succeeds if it does not exist. Needs the role `create`.',
  rest: { routes: { deleteSiteSpaceById: `DELETE ${SITE_SPACE}` } },
  inputDescription: 'Site-space to delete.',
  inputFields: (t) => ({
    ...siteInputFields(t),
    siteSpaceId: t.id({ required: true, description: 'Id of the site-space.' }),
  }),
  resolve: (input, context) => deleteSiteSpace(context, input),
  payload: (t) => ({
    deletedSiteSpaceId: inputIdField(t, 'siteSpaceId', 'Id of the deleted site-space, as given.'),
  }),
});

const SiteSpacePositionInput = builder.inputType('SiteSpacePositionInput', {
  description:
    'A place in a section or at the root level; one side is enough, both must be neighbours.',
  fields: (t) => placeOfIdsFields(t, 'site-space', 'siteSpace'),
});

mutationField('moveSiteSpace', {
  description: 'Moves a site-space in its section or at the root level. Needs the role `create`.',
  rest: { routes: { moveSiteSpace: `POST ${SITE_SPACE}/move` }, result: 'siteSpace' },
  inputDescription: 'Item to move, and its new position.',
  inputFields: (t) => ({
    ...siteInputFields(t),
    siteSpaceId: t.id({ required: true, description: 'Id of the site-space.' }),
    position: t.field({
      type: SiteSpacePositionInput,
      required: true,
      description: 'New position.',
    }),
  }),
  resolve: ({ position, ...key }, context) => moveSiteSpace(context, key, position),
  payload: (t) => ({ siteSpace: returnedField(t, SiteSpace, 'The site-space that was moved.') }),
});
