import { builder } from '../../builder.ts';
import { validated } from '../../lib/validated.ts';
import { ApiToken } from './api-token.ts';
import { createApiToken, newApiToken, TOKENS_PER_USER_MAX } from './create-api-token.ts';
import { revokeApiToken } from './revoke-api-token.ts';

builder.relayMutationField(
  'createApiToken',
  {
    description: 'Input of `createApiToken`.',
    validate: newApiToken.loose(),
    inputFields: (t) => ({
      label: t.string({ required: true, description: 'Purpose of the token.' }),
      expiresAt: t.field({
        type: 'DateTime',
        description: 'When the token expires, in the future; never by default.',
      }),
    }),
  },
  {
    description:
      `Creates an API token for the viewer, who may have ${TOKENS_PER_USER_MAX}. With the token of a ` +
      'login by single sign-on, it ends with that.',
    resolve: (_root, { input }, context) => createApiToken(context, validated(newApiToken, input)),
  },
  {
    description: 'Payload of `createApiToken`.',
    outputFields: (t) => ({
      apiToken: t.field({
        type: ApiToken,
        description: 'The new token, without its secret.',
        resolve: ({ apiToken }) => apiToken,
      }),
      secret: t.exposeString('secret', {
        description: 'The secret to send as `Authorization: Bearer …`. It is shown only once.',
      }),
    }),
  },
);

builder.relayMutationField(
  'revokeApiToken',
  {
    description: 'The API token to revoke.',
    inputFields: (t) => ({ id: t.id({ required: true, description: 'Id of the API token.' }) }),
  },
  {
    description: 'Revokes an API token of the viewer, for good. Succeeds if it does not exist.',
    resolve: (_root, { input }, context) => revokeApiToken(context, input.id),
  },
  {
    description: 'Payload of `revokeApiToken`.',
    outputFields: (t) => ({
      revokedApiTokenId: t.id({
        description: 'Id of the revoked API token, as given.',
        resolve: (id) => id,
      }),
    }),
  },
);
