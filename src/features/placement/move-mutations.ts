import { mutationField, returned } from '../../builder/mutation-field.ts';
import { Collection } from '../collections/collection.ts';
import { COLLECTION_DEPTH_MAX } from '../collections/nesting.ts';
import { SIBLINGS_MAX } from '../collections/siblings.ts';
import { Space } from '../spaces/space.ts';
import { moveCollection } from './move-collection.ts';
import { destination } from './move-item.ts';
import { moveSpace } from './move-space.ts';
import { SiblingPositionInput } from './sibling-input.ts';

const parentDescription =
  'Id of a collection of the organization that is to hold it; null for the top, and its own when ' +
  'absent. In another one it comes last, unless a position is given.';

const rules =
  'Give a parent, a position or both. Needs the level `admin` on what is moved, and `create` where ' +
  `it goes: on the collection or, at the top, in the organization. ${SIBLINGS_MAX} spaces and ` +
  'collections can lie in one place.';

mutationField('moveSpace', {
  description: `Moves a space within its organization. Those without a grant or a default level on the space itself have from then on what they have on the new collection. ${rules}`,
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
  payload: (t) => ({ space: returned(t, Space, 'The space where it is now.') }),
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
  payload: (t) => ({ collection: returned(t, Collection, 'The collection where it is now.') }),
});
