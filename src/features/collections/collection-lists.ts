import { connectionType } from '../../builder/declare-types.ts';
import { canAccessSql } from '../../auth/can-access-sql.ts';
import { builder } from '../../builder.ts';
import { declareSorting, type SortArguments } from '../../builder/list-sorting.ts';
import { sql } from '../../database/database.ts';
import { connectionField } from '../../pagination/connection-field.ts';
import { declareConnection } from '../../pagination/connection.ts';
import { collectionSource } from './collection-source.ts';
import { Collection } from './collection.ts';
import { childField, oneField, rootField } from '../../pagination/declared-fields.ts';

const CollectionConnection = connectionType(Collection, 'collection');

interface NestedFilter {
  nested?: boolean | null;
}

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

const organizationCollections = declareConnection({
  name: 'Organization.collections',
  source: collectionSource,
  of: 'organizationId',
  order: ({ nested, ...args }: NestedFilter & SortArguments<'createdAt' | 'title'>) =>
    (nested === false ? byPosition : byAge).order(args),
  filter: ({ nested }: NestedFilter, viewerId) => (nested === false ? [isAtTopSql(viewerId)] : []),
});

const collectionCollections = declareConnection({
  name: 'Collection.collections',
  source: collectionSource,
  of: 'parentId',
  order: byPosition.order,
});

builder.prismaObjectFields('Organization', (t) => ({
  collections: t.field({
    type: CollectionConnection,
    description:
      'The collections visible to the viewer: all of them, oldest first, or with `nested: false` those at the top level, in order. Collections in a hidden one are at the top level for the viewer.',
    rest: { route: 'GET /collections', operationId: 'listCollectionsInOrganizationById' },
    args: {
      nested: t.arg.boolean({
        defaultValue: true,
        description: 'If false, omits collections in other collections.',
      }),
      ...byPosition.arguments(t.arg),
      ...t.arg.connectionArgs(),
    },
    ...connectionField(organizationCollections),
  }),
  collection: t.field({
    type: Collection,
    nullable: true,
    description: 'A collection of the organization.',
    args: { id: t.arg.id({ required: true, description: 'Id of the collection.' }) },
    ...childField(collectionSource, 'organizationId'),
  }),
}));

builder.prismaObjectFields('Collection', (t) => ({
  parent: t.field({
    type: Collection,
    nullable: true,
    description:
      'The parent collection; null at the top level, or if it is hidden from the viewer.',
    ...oneField(collectionSource, 'parentId'),
  }),
  collections: t.field({
    type: CollectionConnection,
    description:
      'The collections directly in the collection that are visible to the viewer, in order.',
    args: { ...byPosition.arguments(t.arg), ...t.arg.connectionArgs() },
    ...connectionField(collectionCollections),
  }),
}));

builder.queryField('collection', (t) =>
  t.field({
    type: Collection,
    nullable: true,
    description: 'A collection of an organization that the viewer is a member of.',
    args: { id: t.arg.id({ required: true, description: 'Id of the collection.' }) },
    rest: { route: 'GET /v1/collections/{collectionId}', operationId: 'getCollectionById' },
    ...rootField(collectionSource),
  }),
);
