import { builder } from '../../../builder.ts';
import { validated } from '../../../lib/validated.ts';
import { siteInputFields } from '../site-input-fields.ts';
import { createShareLink, newShareLink, SHARE_LINKS_MAX } from './create-share-link.ts';
import { deleteShareLink } from './delete-share-link.ts';
import { ShareLink } from './share-link.ts';
import { shareLinkChanges, updateShareLink } from './update-share-link.ts';

const SHARE_LINKS = '/v1/orgs/{organizationId}/sites/{siteId}/share-links';

builder.relayMutationField(
  'createShareLink',
  {
    description: 'Input of `createShareLink`.',
    validate: newShareLink.loose(),
    inputFields: (t) => ({
      ...siteInputFields(t),
      name: t.string({ required: true, description: 'Name; may be empty.' }),
    }),
  },
  {
    description: `Creates an active share link with a new key. At most ${SHARE_LINKS_MAX} a site. Needs the role \`create\`.`,
    rest: {
      routes: { createSiteShareLink: `POST ${SHARE_LINKS}` },
      result: 'shareLink',
      status: 201,
      location: true,
    },
    resolve: (_root, { input: { organizationId, siteId, ...input } }, context) =>
      createShareLink(context, { organizationId, siteId }, validated(newShareLink, input)),
  },
  {
    description: 'Payload of `createShareLink`.',
    outputFields: (t) => ({
      shareLink: t.field({
        type: ShareLink,
        description: 'The new share link.',
        resolve: (shareLink) => shareLink,
      }),
    }),
  },
);

builder.relayMutationField(
  'updateShareLink',
  {
    description: 'Fields to change. Omitted fields are unchanged.',
    validate: shareLinkChanges.loose(),
    inputFields: (t) => ({
      ...siteInputFields(t),
      shareLinkId: t.id({ required: true, description: 'Id of the share link.' }),
      name: t.string({ description: 'Name.' }),
      active: t.boolean({ description: 'Whether the link is active.' }),
    }),
  },
  {
    description:
      'Renames a share link, or turns it off and on; its key stays. Needs the role `create`.',
    rest: {
      routes: { updateSiteShareLinkById: `PATCH ${SHARE_LINKS}/{shareLinkId}` },
      result: 'shareLink',
    },
    resolve: (_root, { input: { organizationId, siteId, shareLinkId, ...changes } }, context) =>
      updateShareLink(
        context,
        { organizationId, siteId, shareLinkId },
        validated(shareLinkChanges, changes),
      ),
  },
  {
    description: 'Payload of `updateShareLink`.',
    outputFields: (t) => ({
      shareLink: t.field({
        type: ShareLink,
        description: 'The share link as it is now.',
        resolve: (shareLink) => shareLink,
      }),
    }),
  },
);

builder.relayMutationField(
  'deleteShareLink',
  {
    description: 'Share link to delete.',
    inputFields: (t) => ({
      ...siteInputFields(t),
      shareLinkId: t.id({ required: true, description: 'Id of the share link.' }),
    }),
  },
  {
    description:
      'Deletes a share link, whose key then opens nothing. Succeeds if it does not exist. Needs the role `create`.',
    rest: { routes: { deleteSiteShareLinkById: `DELETE ${SHARE_LINKS}/{shareLinkId}` } },
    resolve: async (_root, { input }, context) => {
      await deleteShareLink(context, input);
      return input;
    },
  },
  {
    description: 'Payload of `deleteShareLink`.',
    outputFields: (t) => ({
      deletedShareLinkId: t.id({
        description: 'Id of the deleted share link, as given.',
        resolve: ({ shareLinkId }) => shareLinkId,
      }),
    }),
  },
);
