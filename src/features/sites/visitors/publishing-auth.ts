import { mutationField, returnedField } from '../../../builder/mutation-field.ts';
import { builder } from '../../../builder.ts';
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
  description: 'Visitor authentication of a site, by tokens that are signed with a key.',
  rest: { object: 'publishing-auth', rare: true, fields: 'backend privateKey fallbackURL' },
  fields: (t) => ({
    backend: t.expose('backend', {
      type: PublishingAuthBackend,
      description: 'Issuer of the tokens of visitors.',
    }),
    privateKey: t.exposeString('privateKey', {
      description:
        'The secret whose UTF-8 bytes sign tokens, by HS256. Whoever has it can sign any claims.',
    }),
    fallbackURL: t.exposeString('fallbackUrl', {
      nullable: true,
      description: 'URL to which visitors without a valid token are redirected; null for none.',
    }),
  }),
});

builder.prismaObjectFields('Site', (t) => ({
  publishingAuth: t.field({
    type: PublishingAuthRef,
    nullable: true,
    description:
      'Visitor authentication of the site. Needs the role `create`. The key is created on the first read.',
    rest: { route: 'GET /publishing/auth', operationId: 'getSitePublishingAuthById' },
    resolve: (site, _args, context) => findPublishingAuth(context, keyOf(site)),
  }),
}));

mutationField('updateSitePublishingAuth', {
  description:
    'Changes the visitor authentication of a site; the key stays. Needs the role `create`.',
  rest: {
    routes: { updateSitePublishingAuthById: `PATCH ${AUTH}` },
    result: 'publishingAuth',
  },
  inputDescription: 'Fields to change. Omitted fields are unchanged.',
  inputSchema: publishingAuthChanges,
  inputFields: (t) => ({
    ...siteInputFields(t),
    backend: t.field({
      type: PublishingAuthBackend,
      description: 'Issuer of the tokens of visitors.',
    }),
    fallbackURL: t.string({
      description: 'URL to which visitors without a valid token are redirected; null removes it.',
    }),
  }),
  resolve: ({ organizationId, siteId, ...changes }, context) =>
    updatePublishingAuth(context, { organizationId, siteId }, changes),
  payload: (t) => ({
    publishingAuth: returnedField(t, PublishingAuthRef, 'The visitor authentication as it is now.'),
  }),
});

mutationField('regenerateSitePublishingAuth', {
  description:
    'Creates a new key for a site. Tokens signed with the old key become invalid. Needs the role `create`.',
  rest: {
    routes: { regenerateSitePublishingAuthById: `POST ${AUTH}/regenerate` },
    result: 'publishingAuth',
  },
  inputDescription: 'Reference to the site.',
  inputFields: (t) => ({ ...siteInputFields(t) }),
  resolve: (input, context) => regeneratePublishingAuth(context, input),
  payload: (t) => ({
    publishingAuth: returnedField(
      t,
      PublishingAuthRef,
      'The visitor authentication with the new key.',
    ),
  }),
});
