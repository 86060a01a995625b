import { inputIdField, mutationField } from '../../builder/mutation-field.ts';
import { deleteCollection } from './delete-collection.ts';

mutationField('deleteCollection', {
  description:
    'Deletes a collection, but not its content: its spaces and collections take its place in their order, and sites keep showing the spaces. Everybody keeps their levels: they inherit the grants on the collection, and its own default level. Succeeds if it does not exist for the viewer. Needs the level `admin` on it.',
  rest: { routes: { deleteCollectionById: 'DELETE /v1/collections/{collectionId}' } },
  inputDescription: 'Collection to delete.',
  inputFields: (t) => ({
    collectionId: t.id({ required: true, description: 'Id of the collection.' }),
  }),
  resolve: ({ collectionId }, context) => deleteCollection(context, collectionId),
  payload: (t) => ({
    deletedCollectionId: inputIdField(t, 'collectionId', 'Id of the deleted collection, as given.'),
  }),
});
