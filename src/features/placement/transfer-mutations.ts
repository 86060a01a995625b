import { mutationField, returnedField } from '../../builder/mutation-field.ts';
import { Collection } from '../collections/collection.ts';
import { COLLECTION_DEPTH_MAX } from '../collections/nesting.ts';
import { SIBLINGS_MAX } from '../collections/siblings.ts';
import { Space } from '../spaces/space.ts';
import { recipient } from './transfer-ownership.ts';
import { transferCollection } from './transfer-collection.ts';
import { transferSpace } from './transfer-space.ts';

const organizationDescription = 'Id of the organization to transfer it to.';
const collectionDescription =
  'Id of the new parent collection, in that organization; the top level if absent.';

const rules =
  `It comes last there, in a place of at most ${SIBLINGS_MAX} spaces and collections. Its grants ` +
  'end, and default levels stay. Refused while a site shows it, since sites only show spaces of their ' +
  'own organization. Needs the role `create` in the other organization, or that level on the new ' +
  'parent collection.';

mutationField('transferSpace', {
  description: `Transfers a space, with its change requests and comments, to another organization. ${rules} Needs the level \`admin\` on it.`,
  rest: {
    routes: { transferSpace: 'POST /v1/spaces/{spaceId}/transfer' },
    result: 'space',
    precondition: true,
  },
  inputDescription: 'Item to transfer, and the target organization.',
  inputSchema: recipient,
  inputFields: (t) => ({
    spaceId: t.id({ required: true, description: 'Id of the space.' }),
    organization: t.id({ required: true, description: organizationDescription }),
    collection: t.id({ description: collectionDescription }),
  }),
  resolve: ({ spaceId, ...to }, context) => transferSpace(context, spaceId, to),
  payload: (t) => ({ space: returnedField(t, Space, 'The space where it is now.') }),
});

mutationField('transferCollection', {
  description: `Transfers a collection, with everything in it, to another organization. ${rules} Collections can be nested ${COLLECTION_DEPTH_MAX} deep. Needs the role \`admin\` in its organization, since items that are hidden from others are transferred, too.`,
  rest: {
    routes: { transferCollection: 'POST /v1/collections/{collectionId}/transfer' },
    result: 'collection',
    precondition: true,
  },
  inputDescription: 'Item to transfer, and the target organization.',
  inputSchema: recipient,
  inputFields: (t) => ({
    collectionId: t.id({ required: true, description: 'Id of the collection.' }),
    organization: t.id({ required: true, description: organizationDescription }),
    collection: t.id({ description: collectionDescription }),
  }),
  resolve: ({ collectionId, ...to }, context) => transferCollection(context, collectionId, to),
  payload: (t) => ({ collection: returnedField(t, Collection, 'The collection where it is now.') }),
});
