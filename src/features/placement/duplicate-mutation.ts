import { mutationField, returnedField } from '../../builder/mutation-field.ts';
import { SIBLINGS_MAX } from '../collections/siblings.ts';
import { Space } from '../spaces/space.ts';
import { duplicateSpace } from './duplicate-space.ts';

mutationField('duplicateSpace', {
  description:
    'Copies a space, to the place directly after it: settings, grants and primary content, in which ' +
    'pages and files have the same ids. History, change requests, comments, invites, places on ' +
    'sites and the git repository are not copied. The title gets the suffix "(copy)" and is cut to ' +
    `50 characters. A collection and the top level contain at most ${SIBLINGS_MAX} spaces and ` +
    'collections. Needs a level on the space, and the level `create` on its collection or, at the top ' +
    'level, in the organization. The viewer gets that level on the copy.',
  rest: {
    routes: { duplicateSpace: 'POST /v1/spaces/{spaceId}/duplicate' },
    result: 'space',
    status: 201,
    location: true,
  },
  inputDescription: 'Space to duplicate.',
  inputFields: (t) => ({ spaceId: t.id({ required: true, description: 'Id of the space.' }) }),
  resolve: ({ spaceId }, context) => duplicateSpace(context, spaceId),
  payload: (t) => ({ space: returnedField(t, Space, 'The new space.') }),
});
