import { mutationField, returnedField } from '../../builder/mutation-field.ts';
import { Collection } from '../collections/collection.ts';
import { COLLECTION_DEPTH_MAX } from '../collections/nesting.ts';
import { SIBLINGS_MAX } from '../collections/siblings.ts';
import { Space } from '../spaces/space.ts';
import { moveCollection } from './move-collection.ts';
import { destination } from './move-item.ts';
import { moveSpace } from './move-space.ts';
import { SiblingPositionInput } from './sibling-input.ts';

const parentDescription =
  'Id of the new parent collection, in the same organization; null for the top level, unchanged if absent. In a new parent it comes last, unless a position is given.';

const rules =
  'Give a parent, a position or both. Needs the level `admin` on it, and `create` at its ' +
  'destination: on the collection or, at the top level, in the organization. A collection and the ' +
  `top level contain at most ${SIBLINGS_MAX} spaces and collections.`;

mutationField('moveSpace', {
  description: `Moves a space within its organization. Members inherit their level from the new collection, unless they have a grant on the space or it has a default level. ${rules}`,
  rest: { routes: { moveSpace: 'POST /v1/spaces/{spaceId}/move' }, result: 'space' },
  inputDescription: 'Item to move, and its new position.',
  inputSchema: destination,
  inputFields: (t) => ({
    spaceId: t.id({ required: true, description: 'Id of the space.' }),
    parent: t.id({ description: parentDescription }),
    position: t.field({
      type: SiblingPositionInput,
      description: 'Position among the siblings.',
    }),
  }),
  resolve: ({ spaceId, ...to }, context) => moveSpace(context, spaceId, to),
  payload: (t) => ({ space: returnedField(t, Space, 'The space where it is now.') }),
});

mutationField('moveCollection', {
  description: `Moves a collection, with all in it, within its organization, but never into itself. Collections can be nested ${COLLECTION_DEPTH_MAX} deep. ${rules}`,
  rest: {
    routes: { moveCollection: 'POST /v1/collections/{collectionId}/move' },
    result: 'collection',
  },
  inputDescription: 'Item to move, and its new position.',
  inputSchema: destination,
  inputFields: (t) => ({
    collectionId: t.id({ required: true, description: 'Id of the collection.' }),
    parent: t.id({ description: parentDescription }),
    position: t.field({
      type: SiblingPositionInput,
      description: 'Position among the siblings.',
    }),
  }),
  resolve: ({ collectionId, ...to }, context) => moveCollection(context, collectionId, to),
  payload: (t) => ({ collection: returnedField(t, Collection, 'The collection where it is now.') }),
});
