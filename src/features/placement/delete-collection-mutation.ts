import { given, mutationField } from '../../builder/mutation-field.ts';
import { deleteCollection } from './delete-collection.ts';

mutationField('deleteCollection', {
  description:
    'Deletes a collection, but nothing that lies in it: its spaces and collections take its ' +
    'place, in their order, and sites go on to show the spaces. Everybody keeps the level that ' +
    'they have on them: what was granted on the collection, and a default level of its own, is ' +
    'handed down. Succeeds if none exists for the viewer. Needs the level `admin` on it.',
  rest: { routes: { deleteCollectionById: 'DELETE /v1/collections/{collectionId}' } },
  inputDescription: 'Collection to delete.',
  inputFields: (t) => ({
    collectionId: t.id({ required: true, description: 'Id of the collection.' }),
  }),
  resolve: ({ collectionId }, context) => deleteCollection(context, collectionId),
  payload: (t) => ({
    deletedCollectionId: given(t, 'collectionId', 'Id of the deleted collection, as given.'),
  }),
});
