import { connectionType, permissionsType } from '../../builder/declare-types.ts';
import { EMOJI_DEFAULT } from '../../lib/emoji.ts';
import { builder, registerNode, type Row } from '../../builder.ts';
import { declareSorting } from '../../builder/list-sorting.ts';
import { sql } from '../../database/database.ts';
import { connectionField } from '../../builder/connection-field.ts';
import { Collection } from '../collections/collection.ts';
import { collectionSource } from '../collections/collection-source.ts';
import { parentOf } from '../collections/parent-of.ts';
import { DefaultLevel } from '../collections/default-level.ts';
import { Organization } from '../organizations/organization.ts';
import { organizationSource } from '../organizations/organization-source.ts';
import { spacePermissions, type SpacePermissions } from './space-access.ts';
import { Language, SpaceEditMode, SpaceVisibility } from './space-enums.ts';
import { spaceSource } from './space-source.ts';
import {
  addressField,
  oneField,
  pointing,
  reading,
  rootField,
  sameRow,
  showing,
} from '../../pagination/declared-fields.ts';

registerNode(spaceSource);

/** Addresses of a space. The sites add where it is published. */
export const SpaceUrls = builder.objectRef<Row<'Space'>>('SpaceUrls').implement({
  description: 'URLs of a space.',
  fields: (t) => ({
    location: t.string({
      description: 'The space on `/v1`.',
      ...addressField('v1', 'spaces', { field: 'id' }),
    }),
    app: t.string({
      description: 'The space in the app.',
      ...addressField('app', { field: 'organizationId' }, 's', { field: 'id' }),
    }),
    icon: t.exposeString('iconUrl', {
      nullable: true,
      description: 'Picture shown in place of an emoji.',
    }),
  }),
});

const SpacePermissionsType = permissionsType<keyof SpacePermissions>(
  'SpacePermissions',
  'Permissions of the viewer on a space. The same flags are enforced.',
  {
    view: 'May read the content.',
    access: 'Has any level on the space.',
    admin: 'May change settings, delete and restore. Needs `admin`.',
    viewInviteLinks: 'May see invite links. Needs `create`.',
    edit: 'May edit content. Needs `edit`.',
    triggerGitSync: 'May start git imports and exports. Needs `create`.',
    comment: 'May comment. Needs `comment`.',
    merge: 'May merge change requests. Needs `review`.',
    review: 'May review change requests. Needs `review`.',
  },
);

export const Space = builder.prismaNode('Space', {
  description: 'A container of pages and files, with change requests and comments.',
  id: { field: 'id', description: 'Identifier, `sp_…`.' },
  rest: {
    object: 'space',
    revision: { field: 'revisionId' },
    fields: `
      id title emoji visibility createdAt updatedAt deletedAt editMode visitorAuth { ...SpaceVisitorAuth }
      urls { location app published(shareKey: $shareKey) public icon }
      organization: organizationId parent: parentId language revision: revisionId defaultLevel
      comments: commentCount(status: OPEN)
      changeRequests: changeRequestCount changeRequestsOpen: changeRequestCount(status: OPEN)
      changeRequestsDraft: changeRequestCount(status: DRAFT)
      gitSync { ...GitRepository }
      permissions { ...SpacePermissions }`,
    nullable: ['defaultLevel'],
    parameters: {
      shareKey: {
        type: 'String',
        description: 'Key of a share link, to get the published URLs that it opens.',
      },
    },
  },
  fields: (t) => ({
    title: t.exposeString('title', { description: 'Title, at most 50 characters.' }),
    emoji: t.string({
      description: `Emoji shown in the app, at most 50 characters; ${EMOJI_DEFAULT} when none was chosen.`,
      ...reading('emoji'),
      resolve: ({ emoji }) => emoji ?? EMOJI_DEFAULT,
    }),
    visibility: t.field({
      type: SpaceVisibility,
      description:
        'Visibility of the space, determined by the published sites that show it. With a condition, nobody can read it without claims. If its collection is hidden from the viewer, it is shown as private.',
      ...reading('publishedVisibility', 'parentId'),
      resolve: async (space, _args, context) => {
        const placed = (await parentOf(context, space)) ? 'in-collection' : 'private';
        return (space.publishedVisibility ?? placed) as 'public' | 'private';
      },
    }),
    createdAt: t.expose('createdAt', { type: 'DateTime', description: 'When it was created.' }),
    updatedAt: t.expose('updatedAt', {
      type: 'DateTime',
      description: 'When its settings or its primary content last changed.',
    }),
    deletedAt: t.expose('deletedAt', {
      type: 'DateTime',
      nullable: true,
      description: 'When it was deleted. It can be restored for 7 days.',
    }),
    editMode: t.field({
      type: SpaceEditMode,
      description: 'Edit mode of the primary content.',
      ...showing('editMode'),
    }),
    urls: t.field({ type: SpaceUrls, description: 'URLs of the space.', ...sameRow }),
    organization: t.field({
      type: Organization,
      description:
        'The organization that owns the target; null for viewers who are not members of it.',
      ...oneField(organizationSource, 'organizationId'),
    }),
    organizationId: t.exposeID('organizationId', {
      description: 'Id of the organization that owns it.',
    }),
    parentId: t.id({
      nullable: true,
      description:
        'Id of the collection that holds the space; null at the top, or without access to it.',
      ...pointing(collectionSource, 'parentId'),
      resolve: async (space, _args, context) => (await parentOf(context, space))?.id ?? null,
    }),
    parent: t.field({
      type: Collection,
      description:
        'The parent collection; null at the top level, or if it is hidden from the viewer.',
      ...oneField(collectionSource, 'parentId'),
    }),
    language: t.field({
      type: Language,
      nullable: true,
      description: 'Language of the content.',
      ...showing('language'),
    }),
    revisionId: t.exposeID('revisionId', { description: 'Id of the active revision.' }),
    defaultLevel: t.field({
      type: DefaultLevel,
      nullable: true,
      description: 'Level of members without a grant; null gives them no access.',
      ...showing('defaultLevel'),
    }),
    permissions: t.field({
      type: SpacePermissionsType,
      description: 'Permissions of the viewer.',
      ...reading('level', 'publishedVisibility'),
      resolve: (space) => spacePermissions(space),
    }),
  }),
});

const SpaceConnection = connectionType(Space, 'space');

const sorting = declareSorting('SpaceSort', 'spaces', {
  createdAt: 'When it was created.',
  updatedAt: 'When it was last changed.',
  title: 'Title.',
});
const byAge = sorting.from('createdAt');
const byPosition = sorting.from('position');

connectionField('Organization.spaces', {
  type: SpaceConnection,
  description: 'The spaces visible to the viewer, oldest first. Deleted ones are omitted.',
  rest: { route: 'GET /spaces', operationId: 'listSpacesInOrganizationById' },
  source: spaceSource,
  of: 'organizationId',
  ...byAge,
  filter: () => [sql`t.deleted_at IS NULL`],
});

connectionField('Collection.spaces', {
  type: SpaceConnection,
  description:
    'The spaces directly in the collection that are visible to the viewer, in order. Deleted ones are omitted.',
  rest: { route: 'GET /spaces', operationId: 'listSpacesInCollectionById' },
  source: spaceSource,
  of: 'parentId',
  ...byPosition,
  filter: () => [sql`t.deleted_at IS NULL`],
});

builder.queryField('space', (t) =>
  t.field({
    type: Space,
    description: 'A space; a deleted one only for its administrators.',
    args: { id: t.arg.id({ required: true, description: 'Id of the space.' }) },
    rest: { route: 'GET /v1/spaces/{spaceId}', operationId: 'getSpaceById' },
    ...rootField(spaceSource),
  }),
);
