import { mutationField, returnedField, writtenField } from '../../builder/mutation-field.ts';
import { Collection } from './collection.ts';
import { createCollection, newCollection } from './create-collection.ts';
import { DefaultLevel } from './default-level.ts';
import { COLLECTION_DEPTH_MAX } from './nesting.ts';
import { SIBLINGS_MAX } from './siblings.ts';
import { collectionChanges, updateCollection } from './update-collection.ts';
import { collectionSource } from './collection-source.ts';

mutationField('createCollection', {
  description:
    'Creates an empty collection, after its siblings. ' +
    `Collections can be nested ${COLLECTION_DEPTH_MAX} deep, and contain at most ${SIBLINGS_MAX} ` +
    'collections and spaces each. Needs the role `create` in the organization, or that level on the ' +
    'parent collection.',
  rest: {
    routes: { createCollection: 'POST /v1/orgs/{organizationId}/collections' },
    result: 'collection',
    status: 201,
    location: true,
  },
  inputDescription: 'Location and settings of the new collection.',
  inputSchema: newCollection,
  inputFields: (t) => ({
    organizationId: t.id({ required: true, description: 'Id of the organization.' }),
    title: t.string({ description: 'Title; "Untitled" when absent.' }),
    parent: t.id({
      description: 'Id of the parent collection, in the organization; the top level if absent.',
    }),
  }),
  resolve: ({ organizationId, ...input }, context) =>
    createCollection(context, organizationId, input),
  payload: (t) => ({ collection: returnedField(t, Collection, 'The new collection.') }),
});

mutationField('updateCollection', {
  description: 'Changes the settings of a collection. Needs the level `admin` on it.',
  rest: {
    routes: { updateCollectionById: 'PATCH /v1/collections/{collectionId}' },
    result: 'collection',
  },
  inputDescription: 'Fields to change. Omitted fields are unchanged.',
  inputSchema: collectionChanges,
  inputFields: (t) => ({
    collectionId: t.id({ required: true, description: 'Id of the collection.' }),
    title: t.string({ description: 'Title.' }),
    description: t.string({ description: 'Description; null or an empty text clears it.' }),
    defaultLevel: t.field({
      type: DefaultLevel,
      description: 'Level of members without a grant; null gives them no access.',
    }),
  }),
  resolve: ({ collectionId, ...changes }, context) =>
    updateCollection(context, collectionId, changes),
  payload: (t) => ({
    collection: writtenField(
      t,
      Collection,
      'The collection as it is now.',
      collectionSource,
      'everybody',
    ),
  }),
});
