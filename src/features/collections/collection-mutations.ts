import { builder } from '../../builder.ts';
import { validated } from '../../lib/validated.ts';
import { Collection } from './collection.ts';
import { createCollection, newCollection } from './create-collection.ts';
import { DefaultLevel } from './default-level.ts';
import { COLLECTION_DEPTH_MAX } from './nesting.ts';
import { SIBLINGS_MAX } from './siblings.ts';
import { collectionChanges, updateCollection } from './update-collection.ts';
import { writtenRow } from '../../pagination/written-row.ts';
import { collectionSource } from './collection-source.ts';

builder.relayMutationField(
  'createCollection',
  {
    description: 'Location and settings of the new collection.',
    validate: newCollection.loose(),
    inputFields: (t) => ({
      organizationId: t.id({ required: true, description: 'Id of the organization.' }),
      title: t.string({ description: 'Title; "Untitled" when absent.' }),
      parent: t.id({
        description: 'Id of a collection of the organization that holds it; none when absent.',
      }),
    }),
  },
  {
    description:
      'Creates an empty collection behind what lies beside it. ' +
      `Collections can be nested ${COLLECTION_DEPTH_MAX} deep, and ${SIBLINGS_MAX} collections ` +
      'and spaces can lie in one. Needs the role `create` in the organization, or that level on ' +
      'the collection that is to hold it.',
    rest: {
      routes: { createCollection: 'POST /v1/orgs/{organizationId}/collections' },
      result: 'collection',
      status: 201,
      location: true,
    },
    resolve: (_root, { input: { organizationId, ...input } }, context) =>
      createCollection(context, organizationId, validated(newCollection, input)),
  },
  {
    description: 'Payload of `createCollection`.',
    outputFields: (t) => ({
      collection: t.field({
        type: Collection,
        description: 'The new collection.',
        resolve: (collection) => collection,
      }),
    }),
  },
);

builder.relayMutationField(
  'updateCollection',
  {
    description: 'Fields to change. Omitted fields are unchanged.',
    validate: collectionChanges.loose(),
    inputFields: (t) => ({
      collectionId: t.id({ required: true, description: 'Id of the collection.' }),
      title: t.string({ description: 'Title.' }),
      description: t.string({ description: 'Description; null or an empty text clears it.' }),
      defaultLevel: t.field({
        type: DefaultLevel,
        description: 'Level of members without a grant; null gives them no access.',
      }),
    }),
  },
  {
    description: 'Changes the settings of a collection. Needs the level `admin` on it.',
    rest: {
      routes: { updateCollectionById: 'PATCH /v1/collections/{collectionId}' },
      result: 'collection',
    },
    resolve: (_root, { input: { collectionId, ...changes } }, context) =>
      updateCollection(context, collectionId, validated(collectionChanges, changes)),
  },
  {
    description: 'Payload of `updateCollection`.',
    outputFields: (t) => ({
      collection: t.field({
        type: Collection,
        description: 'The collection as it is now.',
        ...writtenRow(collectionSource, 'collection', 'everybody'),
      }),
    }),
  },
);
