import { builder, registerNode, type Row } from '../../builder.ts';
import { collectionSource } from '../collections/collection-source.ts';
import { Collection } from '../collections/collection.ts';
import { RoleEnum } from '../organizations/role.ts';
import { spaceSource } from '../spaces/space-source.ts';
import { Space } from '../spaces/space.ts';
import { pastUser } from '../users/past-user.ts';
import { levelGiven, placeGiven } from './invite-gift.ts';
import { inviteSource } from './invite-source.ts';
import { inviteUrl } from './join-url.ts';
import { oneField, showing } from '../../pagination/declared-fields.ts';

/** Returns the GraphQL type of an invite, by its target. */
function typeOf(invite: Row<'Invite'>): string {
  const place = placeGiven(invite);
  if (place === null) return 'OrganizationInvite';
  return place.kind === 'space' ? 'SpaceInvite' : 'CollectionInvite';
}

registerNode(inviteSource, typeOf);

/** Invite link. Its concrete types describe what it grants. */
export const Invite = builder.interfaceRef<Row<'Invite'>>('Invite').implement({
  description:
    'A link with which everybody can join an organization, also without an account. Its id is its secret.',
  interfaces: [builder.nodeInterfaceRef()],
  resolveType: typeOf,
  fields: (t) => ({
    createdAt: t.expose('createdAt', { type: 'DateTime', description: 'When it was created.' }),
    createdBy: t.field({
      ...pastUser('createdById'),
      description: 'The creator, even if they have left; null if the account was deleted.',
    }),
    redundant: t.exposeBoolean('redundant', {
      description:
        'Whether every member with a role has the level that the invite gives. People outside the organization can still join with it.',
    }),
    url: t.string({
      description: 'The URL to share: a page on which people accept the invite.',
      resolve: (invite, _args, { addresses }) => inviteUrl(addresses, invite),
    }),
  }),
});

builder.prismaNode('Invite', {
  variant: 'OrganizationInvite',
  description: 'An invite link to an organization: it gives a role. Exists for admins.',
  interfaces: [Invite],
  id: { field: 'id', description: 'Identifier, `inv_…`, and secret.' },
  rest: { object: 'invite', rare: true, fields: 'id role redundant', nullable: ['role'] },
  fields: (t) => ({
    role: t.field({
      type: RoleEnum,
      nullable: true,
      description: 'Role that new members get; null makes them guests.',
      ...showing('role'),
    }),
  }),
});

builder.prismaNode('Invite', {
  variant: 'SpaceInvite',
  description:
    'An invite link to a space: it gives a level there, and makes outsiders guests. Exists for those with the level `create` there and no less than it gives.',
  interfaces: [Invite],
  id: { field: 'id', description: 'Identifier, `inv_…`, and secret.' },
  rest: { object: 'invite', rare: true, fields: 'id level redundant space: spaceId' },
  fields: (t) => ({
    level: t.field({
      type: RoleEnum,
      description: 'Level on the space that new members get.',
      resolve: (invite) => levelGiven(invite),
    }),
    spaceId: t.id({
      description: 'Id of the space.',
      resolve: ({ spaceId }) => spaceId ?? '',
    }),
    space: t.field({
      type: Space,
      description: 'The space; null if it was deleted since.',
      ...oneField(spaceSource, 'spaceId'),
    }),
  }),
});

builder.prismaNode('Invite', {
  variant: 'CollectionInvite',
  description:
    'An invite link to a collection: it gives a level there, and makes outsiders guests. Exists for those with the level `create` there and no less than it gives.',
  interfaces: [Invite],
  id: { field: 'id', description: 'Identifier, `inv_…`, and secret.' },
  rest: { object: 'invite', rare: true, fields: 'id level redundant collection: collectionId' },
  fields: (t) => ({
    level: t.field({
      type: RoleEnum,
      description: 'Level on the collection that new members get.',
      resolve: (invite) => levelGiven(invite),
    }),
    collectionId: t.id({
      description: 'Id of the collection.',
      resolve: ({ collectionId }) => collectionId ?? '',
    }),
    collection: t.field({
      type: Collection,
      description: 'The collection; null if it was deleted since.',
      ...oneField(collectionSource, 'collectionId'),
    }),
  }),
});
