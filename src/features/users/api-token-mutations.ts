import { mutationField } from '../../builder/mutation-field.ts';
import { ApiToken } from './api-token.ts';
import { createApiToken, newApiToken, TOKENS_PER_USER_MAX } from './create-api-token.ts';
import { revokeApiToken } from './revoke-api-token.ts';

mutationField('createApiToken', {
  description:
    `Creates an API token for the viewer, who may have ${TOKENS_PER_USER_MAX}. With the token of a ` +
    'login by single sign-on, it ends with that.',
  inputDescription: 'Input of `createApiToken`.',
  inputSchema: newApiToken,
  inputFields: (t) => ({
    label: t.string({ required: true, description: 'Purpose of the token.' }),
    expiresAt: t.field({
      type: 'DateTime',
      description: 'When the token expires, in the future; never by default.',
    }),
  }),
  resolve: (input, context) => createApiToken(context, input),
  payload: (t) => ({
    apiToken: t.expose('apiToken', {
      type: ApiToken,
      description: 'The new token, without its secret.',
    }),
    secret: t.exposeString('secret', {
      description: 'The secret to send as `Authorization: Bearer …`. It is shown only once.',
    }),
  }),
});

mutationField('revokeApiToken', {
  description: 'Revokes an API token of the viewer, for good. Succeeds if it does not exist.',
  inputDescription: 'The API token to revoke.',
  inputFields: (t) => ({ id: t.id({ required: true, description: 'Id of the API token.' }) }),
  resolve: (input, context) => revokeApiToken(context, input.id),
  payload: (t) => ({
    revokedApiTokenId: t.id({
      description: 'Id of the revoked API token, as given.',
      resolve: (id) => id,
    }),
  }),
});
