import { builder } from '../../builder.ts';
import { deleteCollection } from './delete-collection.ts';

builder.relayMutationField(
  'deleteCollection',
  {
    description: 'Collection to delete.',
    inputFields: (t) => ({
      collectionId: t.id({ required: true, description: 'Id of the collection.' }),
    }),
  },
  {
    description:
      'Deletes a collection, but nothing that lies in it: its spaces and collections take its ' +
      'place, in their order, and sites go on to show the spaces. Everybody keeps the level that ' +
      'they have on them: what was granted on the collection, and a default level of its own, is ' +
      'handed down. Succeeds if none exists for the viewer. Needs the level `admin` on it.',
    rest: { routes: { deleteCollectionById: 'DELETE /v1/collections/{collectionId}' } },
    resolve: async (_root, { input: { collectionId } }, context) => {
      await deleteCollection(context, collectionId);
      return { collectionId };
    },
  },
  {
    description: 'Payload of `deleteCollection`.',
    outputFields: (t) => ({
      deletedCollectionId: t.id({
        description: 'Id of the deleted collection, as given.',
        resolve: ({ collectionId }) => collectionId,
      }),
    }),
  },
);
