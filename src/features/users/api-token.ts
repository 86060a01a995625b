import { connectionType } from '../../builder/declare-types.ts';
import { builder, registerNode } from '../../builder.ts';
import { declareSorting } from '../../builder/list-sorting.ts';
import { connectionField } from '../../builder/connection-field.ts';
import { apiTokenSource } from './api-token-source.ts';

registerNode(apiTokenSource);

export const ApiToken = builder.prismaNode('ApiToken', {
  description: 'A secret by which a program speaks for a user. The secret itself is not stored.',
  id: { field: 'id', description: 'Identifier, `tok_…`.' },
  fields: (t) => ({
    label: t.exposeString('label', { description: 'Purpose of the token, 1 to 100 characters.' }),
    createdAt: t.expose('createdAt', { type: 'DateTime', description: 'When it was created.' }),
    expiresAt: t.expose('expiresAt', {
      type: 'DateTime',
      nullable: true,
      description: 'When the token expires; null for never.',
    }),
    lastUsedAt: t.expose('lastUsedAt', {
      type: 'DateTime',
      nullable: true,
      description: 'When it was last used, to the minute; null before the first time.',
    }),
  }),
});

const sorting = declareSorting('ApiTokenSort', 'API tokens', {
  createdAt: 'When it was created.',
  label: 'Purpose.',
}).from('createdAt', 'descending');

connectionField('User.apiTokens', {
  type: connectionType(ApiToken, 'API token'),
  description:
    'The API tokens of the viewer, newest first, without revoked ones. Empty for anyone else.',
  source: apiTokenSource,
  of: 'userId',
  ...sorting,
});
