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
    description: 'What the share link is like.',
    validate: newShareLink.loose(),
    inputFields: (t) => ({
      ...siteInputFields(t),
      name: t.string({ required: true, description: 'What it is called; it may be empty.' }),
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
    description: 'Answer of `createShareLink`.',
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
    description: 'What changes; whatever is left out stays as it is.',
    validate: shareLinkChanges.loose(),
    inputFields: (t) => ({
      ...siteInputFields(t),
      shareLinkId: t.id({ required: true, description: 'Id of the share link.' }),
      name: t.string({ description: 'What it is called.' }),
      active: t.boolean({ description: 'Whether it opens the site.' }),
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
    description: 'Answer of `updateShareLink`.',
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
    description: 'Which share link.',
    inputFields: (t) => ({
      ...siteInputFields(t),
      shareLinkId: t.id({ required: true, description: 'Id of the share link.' }),
    }),
  },
  {
    description:
      'Deletes a share link, whose key then opens nothing. Succeeds when there is none. Needs the role `create`.',
    rest: { routes: { deleteSiteShareLinkById: `DELETE ${SHARE_LINKS}/{shareLinkId}` } },
    resolve: async (_root, { input }, context) => {
      await deleteShareLink(context, input);
      return input;
    },
  },
  {
    description: 'Answer of `deleteShareLink`.',
    outputFields: (t) => ({
      deletedShareLinkId: t.id({
        description: 'The id as given.',
        resolve: ({ shareLinkId }) => shareLinkId,
      }),
    }),
  },
);
