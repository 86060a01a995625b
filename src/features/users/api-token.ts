import { connectionType } from '../../builder/declare-types.ts';
import { builder, registerNode } from '../../builder.ts';
import { declareSorting } from '../../builder/list-sorting.ts';
import { connectionField } from '../../pagination/connection-field.ts';
import { declareConnection } from '../../pagination/connection.ts';
import { apiTokenSource } from './api-token-source.ts';
import { User } from './user.ts';

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

const ApiTokenConnection = connectionType(ApiToken, 'API token');

const sorting = declareSorting('ApiTokenSort', 'API tokens', {
  createdAt: 'When it was created.',
  label: 'Purpose.',
}).from('createdAt', 'descending');

const userTokens = declareConnection({
  name: 'User.apiTokens',
  source: apiTokenSource,
  of: 'userId',
  order: sorting.order,
});

builder.objectField(User, 'apiTokens', (t) =>
  t.field({
    type: ApiTokenConnection,
    description:
      'The API tokens of the viewer, newest first, without revoked ones. Empty for anyone else.',
    args: { ...sorting.arguments(t.arg), ...t.arg.connectionArgs() },
    ...connectionField(userTokens),
  }),
);
