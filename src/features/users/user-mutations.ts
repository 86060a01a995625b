import { mutationField, writtenField } from '../../builder/mutation-field.ts';
import { updateUser, userChanges } from './update-user.ts';
import { userSource } from './user-source.ts';
import { User } from './user.ts';

mutationField('updateUser', {
  description: 'Changes the account of the viewer. FORBIDDEN for the accounts of others.',
  rest: { routes: { updateUserById: 'PATCH /v1/users/{userId}' }, result: 'user' },
  inputDescription: 'Fields to change. Omitted fields are unchanged.',
  inputSchema: userChanges,
  inputFields: (t) => ({
    userId: t.id({ required: true, description: 'Id of the user.' }),
    displayName: t.string({ description: 'Name shown to others.' }),
    photoURL: t.string({ description: 'URL of a picture; null removes it.' }),
  }),
  resolve: ({ userId, ...changes }, context) => updateUser(context, userId, changes),
  payload: (t) => ({ user: writtenField(t, User, 'The user as they are now.', userSource) }),
});
