import { mutationField, returned } from '../../builder/mutation-field.ts';
import { SIBLINGS_MAX } from '../collections/siblings.ts';
import { Space } from '../spaces/space.ts';
import { duplicateSpace } from './duplicate-space.ts';

mutationField('duplicateSpace', {
  description:
    'Makes a copy of a space, right behind it: settings, grants and primary content, in which ' +
    'pages and files have the same ids. History, change requests, comments, invites, places on ' +
    'sites and the link to git are not copied. The title gets the suffix "(copy)" and is cut to ' +
    `50 characters. ${SIBLINGS_MAX} spaces and collections can lie in one place. Needs a level on ` +
    'the space itself, and the level ' +
    '`create` on the collection that holds the space or, at the top, that role in the ' +
    'organization, and gives the viewer that level on the copy.',
  rest: {
    routes: { duplicateSpace: 'POST /v1/spaces/{spaceId}/duplicate' },
    result: 'space',
    status: 201,
    location: true,
  },
  inputDescription: 'Space to duplicate.',
  inputFields: (t) => ({ spaceId: t.id({ required: true, description: 'Id of the space.' }) }),
  resolve: ({ spaceId }, context) => duplicateSpace(context, spaceId),
  payload: (t) => ({ space: returned(t, Space, 'The new space.') }),
});
