import { connectionType } from '../../builder/declare-types.ts';
import { canAccessSql } from '../../auth/can-access-sql.ts';
import { builder } from '../../builder.ts';
import { declareSorting } from '../../builder/list-sorting.ts';
import { sql } from '../../database/database.ts';
import { connectionField } from '../../builder/connection-field.ts';
import { collectionSource } from './collection-source.ts';
import { Collection } from './collection.ts';
import { childField, oneField, rootField } from '../../pagination/declared-fields.ts';

const CollectionConnection = connectionType(Collection, 'collection');

/** Returns SQL that is true for collections at the viewer's top level: without a visible parent. */
const isAtTopSql = (viewerId: string) => sql`(t.parent_id IS NULL OR NOT EXISTS (
  SELECT FROM collections up
  WHERE up.id = t.parent_id AND ${canAccessSql('collection', sql`up`, sql`${viewerId}`)}))`;

const sorting = declareSorting('CollectionSort', 'collections', {
  createdAt: 'When it was created.',
  title: 'Title.',
});
const byAge = sorting.from('createdAt');
const byPosition = sorting.from('position');

connectionField('Organization.collections', {
  type: CollectionConnection,
  description:
    'The collections visible to the viewer: all of them, oldest first, or with `nested: false` those at the top level, in order. Collections in a hidden one are at the top level for the viewer.',
  rest: { route: 'GET /collections', operationId: 'listCollectionsInOrganizationById' },
  source: collectionSource,
  of: 'organizationId',
  arguments: (arg) => ({
    nested: arg.boolean({
      defaultValue: true,
      description: 'If false, omits collections in other collections.',
    }),
    ...byPosition.arguments(arg),
  }),
  order: ({ nested, ...args }) => (nested === false ? byPosition : byAge).order(args),
  filter: ({ nested }, viewerId) => (nested === false ? [isAtTopSql(viewerId)] : []),
});

connectionField('Collection.collections', {
  type: CollectionConnection,
  description:
    'The collections directly in the collection that are visible to the viewer, in order.',
  source: collectionSource,
  of: 'parentId',
  ...byPosition,
});

builder.prismaObjectFields('Organization', (t) => ({
  collection: t.field({
    type: Collection,
    description: 'A collection of the organization.',
    args: { id: t.arg.id({ required: true, description: 'Id of the collection.' }) },
    ...childField(collectionSource, 'organizationId'),
  }),
}));

builder.prismaObjectFields('Collection', (t) => ({
  parent: t.field({
    type: Collection,
    description:
      'The parent collection; null at the top level, or if it is hidden from the viewer.',
    ...oneField(collectionSource, 'parentId'),
  }),
}));

builder.queryField('collection', (t) =>
  t.field({
    type: Collection,
    description: 'A collection of an organization that the viewer is a member of.',
    args: { id: t.arg.id({ required: true, description: 'Id of the collection.' }) },
    rest: { route: 'GET /v1/collections/{collectionId}', operationId: 'getCollectionById' },
    ...rootField(collectionSource),
  }),
);
