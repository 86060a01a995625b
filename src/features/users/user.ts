import { builder, registerNode } from '../../builder.ts';
import { userSource } from './user-source.ts';
import {
  addressField,
  rootField,
  sameRow,
  type Declarations,
} from '../../pagination/declared-fields.ts';

registerNode(userSource);

const UserUrls = builder.objectRef<{ id: string }>('UserUrls').implement({
  description: 'URLs of a user.',
  fields: (t) => ({
    location: t.string({
      description: 'The user on `/v1`.',
      ...addressField('v1', 'users', { field: 'id' }),
    }),
  }),
});

export const User = builder.prismaNode('User', {
  description: 'A person with an account.',
  id: { field: 'id', description: 'Identifier, `usr_…`.' },
  rest: { object: 'user', fields: `id displayName email photoURL urls { location }` },
  fields: (t) => ({
    displayName: t.exposeString('displayName', { description: 'Name shown to others.' }),
    email: t.exposeString('knownEmail', {
      nullable: true,
      description:
        'E-mail address; null for those who share no organization with the person, and for others than the person if it was never confirmed.',
    }),
    photoURL: t.exposeString('photoUrl', {
      nullable: true,
      description: 'URL of a picture of the user.',
    }),
    urls: t.field({ type: UserUrls, description: 'URLs of the user.', ...sameRow }),
  }),
});

builder.queryFields((t) => ({
  viewer: t.field({
    type: User,
    description: 'The user whose token the request carries.',
    rest: { route: 'GET /v1/user', operationId: 'getAuthenticatedUser' },
    extensions: { root: { source: userSource, argument: null } } satisfies Declarations,
    resolve: async (_root, _args, { loaders, viewer }) => {
      const user = await loaders.one(userSource, viewer.id);
      if (!user) throw new Error('A token belongs to no user.');
      return user;
    },
  }),
  user: t.field({
    type: User,
    description: 'A user whom the viewer shares an organization with.',
    args: { id: t.arg.id({ required: true, description: 'Id of the user.' }) },
    rest: { route: 'GET /v1/users/{userId}', operationId: 'getUserById' },
    ...rootField(userSource),
  }),
}));
