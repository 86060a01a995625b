import { permissionsType } from '../../builder/declare-types.ts';
import { builder, registerNode, type Row } from '../../builder.ts';
import { ownerField } from '../organizations/organization-of.ts';
import { Organization } from '../organizations/organization.ts';
import { collectionPermissions, type CollectionPermissions } from './collection-access.ts';
import { collectionSource } from './collection-source.ts';
import { parentOf } from './parent-of.ts';
import { DefaultLevel } from './default-level.ts';
import {
  addressField,
  pointing,
  reading,
  sameRow,
  showing,
} from '../../pagination/declared-fields.ts';

registerNode(collectionSource);

const CollectionUrls = builder.objectRef<Row<'Collection'>>('CollectionUrls').implement({
  description: 'URLs of a collection.',
  fields: (t) => ({
    location: t.string({
      description: 'The collection on `/v1`.',
      ...addressField('v1', 'collections', { field: 'id' }),
    }),
    app: t.string({
      description: 'The collection in the app.',
      ...addressField('app', { field: 'organizationId' }, 'c', { field: 'id' }),
    }),
  }),
});

const CollectionPermissionsType = permissionsType<keyof CollectionPermissions>(
  'CollectionPermissions',
  'Permissions of the viewer on a collection. The same flags are enforced.',
  {
    view: 'May see it. Needs `read`.',
    admin: 'May change and delete it. Needs `admin`.',
    viewInviteLinks: 'May see invite links. Needs `create`.',
    create: 'May create spaces and collections in it. Needs `create`.',
  },
);

export const Collection = builder.prismaNode('Collection', {
  description: 'A folder of spaces and of further collections.',
  id: { field: 'id', description: 'Identifier, `col_…`.' },
  rest: {
    object: 'collection',
    fields: `
      id title description organization: organizationId parent: parentId defaultLevel
      urls { location app } permissions { ...CollectionPermissions }`,
    nullable: ['defaultLevel'],
  },
  fields: (t) => ({
    title: t.exposeString('title', { description: 'Title, at most 50 characters.' }),
    description: t.exposeString('description', {
      nullable: true,
      description: 'Description, at most 100 characters.',
    }),
    createdAt: t.expose('createdAt', { type: 'DateTime', description: 'When it was created.' }),
    organization: t.field({
      type: Organization,
      description: 'The organization that owns it.',
      ...ownerField,
    }),
    organizationId: t.exposeID('organizationId', {
      description: 'Id of the organization that owns it.',
    }),
    parentId: t.id({
      nullable: true,
      description:
        'Id of the parent collection; null at the top level, or if it is hidden from the viewer.',
      ...pointing(collectionSource, 'parentId'),
      resolve: async (collection, _args, context) =>
        (await parentOf(context, collection))?.id ?? null,
    }),
    defaultLevel: t.field({
      type: DefaultLevel,
      nullable: true,
      description: 'Level of members without a grant; null gives them no access.',
      ...showing('defaultLevel'),
    }),
    urls: t.field({
      type: CollectionUrls,
      description: 'URLs of the collection.',
      ...sameRow,
    }),
    permissions: t.field({
      type: CollectionPermissionsType,
      description: 'Permissions of the viewer.',
      ...reading('level'),
      resolve: (collection) => collectionPermissions(collection),
    }),
  }),
});
