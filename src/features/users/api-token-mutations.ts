import { builder } from '../../builder.ts';
import { validated } from '../../lib/validated.ts';
import { ApiToken } from './api-token.ts';
import { createApiToken, newApiToken, TOKENS_PER_USER_MAX } from './create-api-token.ts';
import { revokeApiToken } from './revoke-api-token.ts';

builder.relayMutationField(
  'createApiToken',
  {
    description: 'A new API token.',
    validate: newApiToken.loose(),
    inputFields: (t) => ({
      label: t.string({ required: true, description: 'What it is for.' }),
      expiresAt: t.field({
        type: 'DateTime',
        description: 'When it stops working, in the future; never when absent or null.',
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
    description: 'Answer of `createApiToken`.',
    outputFields: (t) => ({
      apiToken: t.field({
        type: ApiToken,
        description: 'The token.',
        resolve: ({ apiToken }) => apiToken,
      }),
      secret: t.exposeString('secret', {
        description: 'What to send as `Authorization: Bearer …`. It is shown this once.',
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
    description:
      'Revokes an API token of the viewer, for good. Succeeds when there is none with that id.',
    resolve: (_root, { input }, context) => revokeApiToken(context, input.id),
  },
  {
    description: 'Answer of `revokeApiToken`.',
    outputFields: (t) => ({
      revokedApiTokenId: t.id({ description: 'The id as given.', resolve: (id) => id }),
    }),
  },
);
