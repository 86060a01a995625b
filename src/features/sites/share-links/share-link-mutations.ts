import { inputIdField, mutationField, returnedField } from '../../../builder/mutation-field.ts';
import { siteInputFields } from '../site-input-fields.ts';
import { createShareLink, newShareLink, SHARE_LINKS_MAX } from './create-share-link.ts';
import { deleteShareLink } from './delete-share-link.ts';
import { ShareLink } from './share-link.ts';
import { shareLinkChanges, updateShareLink } from './update-share-link.ts';

const SHARE_LINKS = '/v1/orgs/{organizationId}/sites/{siteId}/share-links';

mutationField('createShareLink', {
  description: `Creates an active share link with a new key. At most ${SHARE_LINKS_MAX} a site. Needs the role \`create\`.`,
  rest: {
    routes: { createSiteShareLink: `POST ${SHARE_LINKS}` },
    result: 'shareLink',
    status: 201,
    location: true,
  },
  inputDescription: 'Input of `createShareLink`.',
  inputSchema: newShareLink,
  inputFields: (t) => ({
    ...siteInputFields(t),
    name: t.string({ required: true, description: 'Name; may be empty.' }),
  }),
  resolve: ({ organizationId, siteId, ...input }, context) =>
    createShareLink(context, { organizationId, siteId }, input),
  payload: (t) => ({ shareLink: returnedField(t, ShareLink, 'The new share link.') }),
});

mutationField('updateShareLink', {
  description:
    'Renames, activates or deactivates a share link; its key stays. Needs the role `create`.',
  rest: {
    routes: { updateSiteShareLinkById: `PATCH ${SHARE_LINKS}/{shareLinkId}` },
    result: 'shareLink',
  },
  inputDescription: 'Fields to change. Omitted fields are unchanged.',
  inputSchema: shareLinkChanges,
  inputFields: (t) => ({
    ...siteInputFields(t),
    shareLinkId: t.id({ required: true, description: 'Id of the share link.' }),
    name: t.string({ description: 'Name.' }),
    active: t.boolean({ description: 'Whether the link is active.' }),
  }),
  resolve: ({ organizationId, siteId, shareLinkId, ...changes }, context) =>
    updateShareLink(context, { organizationId, siteId, shareLinkId }, changes),
  payload: (t) => ({ shareLink: returnedField(t, ShareLink, 'The share link as it is now.') }),
});

mutationField('deleteShareLink', {
  description:
    'Deletes a share link: its key no longer opens the site. Succeeds if it does not exist. Needs the role `create`.',
  rest: { routes: { deleteSiteShareLinkById: `DELETE ${SHARE_LINKS}/{shareLinkId}` } },
  inputDescription: 'Share link to delete.',
  inputFields: (t) => ({
    ...siteInputFields(t),
    shareLinkId: t.id({ required: true, description: 'Id of the share link.' }),
  }),
  resolve: (input, context) => deleteShareLink(context, input),
  payload: (t) => ({
    deletedShareLinkId: inputIdField(t, 'shareLinkId', 'Id of the deleted share link, as given.'),
  }),
});
