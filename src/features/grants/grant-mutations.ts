import { mutationField } from '../../builder/mutation-field.ts';
import type { NamedPlace } from '../../auth/place.ts';
import type { builder, InputBuilder } from '../../builder.ts';
import { Collection } from '../collections/collection.ts';
import { collectionSource } from '../collections/collection-source.ts';
import { RoleEnum } from '../organizations/role.ts';
import { Space } from '../spaces/space.ts';
import { spaceSource } from '../spaces/space-source.ts';
import { grantAccess, newGrants } from './grant-access.ts';
import { revokeAccess } from './revoke-access.ts';
import { grantChanges, updateAccess } from './update-access.ts';

const placeFields = (t: InputBuilder) => ({
  spaceId: t.id({ description: 'Id of the space, if the place is a space.' }),
  collectionId: t.id({ description: 'Id of the collection, if the place is a collection.' }),
});

const subjectFields = (t: InputBuilder) => ({
  userId: t.id({ description: 'Id of the member, if the grant is to a member.' }),
  teamId: t.id({ description: 'Id of the team, if the grant is to a team.' }),
});

type PlaceBuilder = Parameters<
  NonNullable<
    Parameters<ReturnType<typeof builder.objectRef<NamedPlace>>['implement']>[0]['fields']
  >
>[0];

/** Declares the payload fields with the space or collection of a grant. */
const placeOutput = (t: PlaceBuilder) => ({
  space: t.field({
    type: Space,
    nullable: true,
    description: 'The space, if the place is one; null if it does not exist for the viewer.',
    resolve: ({ kind, id }, _args, { loaders }) =>
      kind === 'space' ? loaders.one(spaceSource, id) : null,
  }),
  collection: t.field({
    type: Collection,
    nullable: true,
    description: 'The collection, if the place is one; null if it does not exist for the viewer.',
    resolve: ({ kind, id }, _args, { loaders }) =>
      kind === 'collection' ? loaders.one(collectionSource, id) : null,
  }),
});

mutationField('grantAccess', {
  description:
    'Grants a role on a space or a collection to members and teams of its organization, which replaces their grants there: to all of them or to none. Needs the level ' +
    '`admin`. Admins of the organization stay admins, whatever is granted to them.',
  rest: {
    rare: true,
    routes: {
      inviteToSpace: 'POST /v1/spaces/{spaceId}/permissions',
      inviteToCollection: 'POST /v1/collections/{collectionId}/permissions',
    },
  },
  inputDescription: 'Role to grant, its recipients and the place.',
  inputSchema: newGrants,
  inputFields: (t) => ({
    ...placeFields(t),
    role: t.field({
      type: RoleEnum,
      description: 'Role to grant; null revokes their grants.',
    }),
    users: t.idList({ description: 'Ids of the members, guests included.' }),
    teams: t.idList({ description: 'Ids of the teams.' }),
  }),
  resolve: ({ spaceId, collectionId, ...input }, context) =>
    grantAccess(context, { spaceId, collectionId }, input),
  payload: placeOutput,
});

mutationField('updateAccess', {
  description:
    'Changes the role that a member or a team was granted on a space or a collection. Needs ' +
    'the level `admin`.',
  rest: {
    rare: true,
    routes: {
      updateUserPermissionInSpace: 'PATCH /v1/spaces/{spaceId}/permissions/users/{userId}',
      updateTeamPermissionInSpace: 'PATCH /v1/spaces/{spaceId}/permissions/teams/{teamId}',
      updateUserPermissionInCollection:
        'PATCH /v1/collections/{collectionId}/permissions/users/{userId}',
      updateTeamPermissionInCollection:
        'PATCH /v1/collections/{collectionId}/permissions/teams/{teamId}',
    },
  },
  inputDescription: 'Grant to change: its recipient, the place and the new role.',
  inputSchema: grantChanges,
  inputFields: (t) => ({
    ...placeFields(t),
    ...subjectFields(t),
    role: t.field({
      type: RoleEnum,
      description: 'New role; null revokes the grant. If omitted, the role is unchanged.',
    }),
  }),
  resolve: ({ role, ...ref }, context) => updateAccess(context, ref, { role }),
  payload: placeOutput,
});

mutationField('revokeAccess', {
  description:
    'Revokes the grant of a member or a team on a space or a collection. Levels that they inherit or have by their role stay. Succeeds if there is no grant. Needs the level `admin`.',
  rest: {
    rare: true,
    routes: {
      removeUserFromSpace: 'DELETE /v1/spaces/{spaceId}/permissions/users/{userId}',
      removeTeamFromSpace: 'DELETE /v1/spaces/{spaceId}/permissions/teams/{teamId}',
      removeUserFromCollection: 'DELETE /v1/collections/{collectionId}/permissions/users/{userId}',
      removeTeamFromCollection: 'DELETE /v1/collections/{collectionId}/permissions/teams/{teamId}',
    },
  },
  inputDescription: 'Grant to revoke: its recipient and the place.',
  inputFields: (t) => ({
    ...placeFields(t),
    ...subjectFields(t),
  }),
  resolve: (input, context) => revokeAccess(context, input),
  payload: placeOutput,
});
