import { builder } from '../../../builder.ts';
import { validated } from '../../../lib/validated.ts';
import { siteInputFields } from '../site-input-fields.ts';
import type { PublishingAuth } from './load-publishing-auth.ts';
import { findPublishingAuth, keyOf } from './publishing-auth-access.ts';
import { PublishingAuthBackend } from './publishing-auth-backend.ts';
import {
  publishingAuthChanges,
  regeneratePublishingAuth,
  updatePublishingAuth,
} from './update-publishing-auth.ts';

const AUTH = '/v1/orgs/{organizationId}/sites/{siteId}/publishing/auth';

const PublishingAuthRef = builder.objectRef<PublishingAuth>('PublishingAuth').implement({
  description: 'How the visitors of a site prove who they are, by tokens that a key signs.',
  rest: { object: 'publishing-auth', fields: 'backend privateKey fallbackURL' },
  fields: (t) => ({
    backend: t.expose('backend', {
      type: PublishingAuthBackend,
      description: 'Who signs the tokens of visitors.',
    }),
    privateKey: t.exposeString('privateKey', {
      description:
        'The secret whose UTF-8 bytes sign tokens, by HS256. Whoever has it can sign any claims.',
    }),
    fallbackURL: t.exposeString('fallbackUrl', {
      nullable: true,
      description: 'Where visitors without a valid token are sent; null for nowhere.',
    }),
  }),
});

builder.prismaObjectFields('Site', (t) => ({
  publishingAuth: t.field({
    type: PublishingAuthRef,
    nullable: true,
    description:
      'How its visitors prove who they are. Needs the role `create`; the first look makes the key.',
    rest: { route: 'GET /publishing/auth', operationId: 'getSitePublishingAuthById' },
    resolve: (site, _args, context) => findPublishingAuth(context, keyOf(site)),
  }),
}));

builder.relayMutationField(
  'updateSitePublishingAuth',
  {
    description: 'What changes; whatever is left out stays as it is.',
    validate: publishingAuthChanges.loose(),
    inputFields: (t) => ({
      ...siteInputFields(t),
      backend: t.field({
        type: PublishingAuthBackend,
        description: 'Who signs the tokens of visitors.',
      }),
      fallbackURL: t.string({
        description: 'Where visitors without a valid token are sent; null removes it.',
      }),
    }),
  },
  {
    description:
      'Changes how the visitors of a site prove who they are; the key stays. Needs the role `create`.',
    rest: {
      routes: { updateSitePublishingAuthById: `PATCH ${AUTH}` },
      result: 'publishingAuth',
    },
    resolve: (_root, { input: { organizationId, siteId, ...changes } }, context) =>
      updatePublishingAuth(
        context,
        { organizationId, siteId },
        validated(publishingAuthChanges, changes),
      ),
  },
  {
    description: 'Answer of `updateSitePublishingAuth`.',
    outputFields: (t) => ({
      publishingAuth: t.field({
        type: PublishingAuthRef,
        description: 'The visitor authentication as it is now.',
        resolve: (auth) => auth,
      }),
    }),
  },
);

builder.relayMutationField(
  'regenerateSitePublishingAuth',
  {
    description: 'Which site.',
    inputFields: (t) => ({ ...siteInputFields(t) }),
  },
  {
    description:
      'Gives a site another key; tokens that the former one signed are not valid any more. Needs the role `create`.',
    rest: {
      routes: { regenerateSitePublishingAuthById: `POST ${AUTH}/regenerate` },
      result: 'publishingAuth',
    },
    resolve: (_root, { input }, context) => regeneratePublishingAuth(context, input),
  },
  {
    description: 'Answer of `regenerateSitePublishingAuth`.',
    outputFields: (t) => ({
      publishingAuth: t.field({
        type: PublishingAuthRef,
        description: 'The visitor authentication with the new key.',
        resolve: (auth) => auth,
      }),
    }),
  },
);
