import { connectionType } from '../../builder/declare-types.ts';
import { builder, type Row } from '../../builder.ts';
import { sql } from '../../database/database.ts';
import { connectionField } from '../../pagination/connection-field.ts';
import { declareConnection } from '../../pagination/connection.ts';
import { grantSource, TeamGrant, UserGrant } from './grant.ts';

const UserGrantConnection = connectionType(UserGrant, 'grant to a member', 'grants to members');

const TeamGrantConnection = connectionType(TeamGrant, 'grant to a team', 'grants to teams');

/** The kinds of grantees, with the type and filter of their grants. */
const subjects = {
  user: { type: UserGrantConnection, members: 'members', filter: sql`t.user_id IS NOT NULL` },
  team: { type: TeamGrantConnection, members: 'teams', filter: sql`t.team_id IS NOT NULL` },
} as const;

/**
 * Returns the options of the list of direct grants to members or teams on a space or collection.
 */
function grantsField<Kind extends keyof typeof subjects>(
  place: 'Space' | 'Collection',
  kind: Kind,
  operationId: string,
) {
  const { type, members, filter } = subjects[kind];
  const grants = declareConnection<Row<'Grant'>>({
    name: `${place}.${kind}Grants`,
    source: grantSource,
    of: place === 'Space' ? 'spaceId' : 'collectionId',
    order: { fields: ['createdAt'], descending: false },
    filter: () => [filter],
  });
  return {
    type,
    description:
      `Grants to ${members} on the ${place.toLowerCase()} itself, oldest first. Visible to ` +
      'users with a level on it; a guest sees only grants to themselves and their teams.',
    rest: { route: `GET /permissions/${kind}s`, rare: true, operationId } as const,
    ...connectionField(grants),
  };
}

builder.prismaObjectFields('Space', (t) => ({
  userGrants: t.field({
    ...grantsField('Space', 'user', 'listUserPermissionsInSpace'),
    args: t.arg.connectionArgs(),
  }),
  teamGrants: t.field({
    ...grantsField('Space', 'team', 'listTeamPermissionsInSpace'),
    args: t.arg.connectionArgs(),
  }),
}));

builder.prismaObjectFields('Collection', (t) => ({
  userGrants: t.field({
    ...grantsField('Collection', 'user', 'listUserPermissionsInCollection'),
    args: t.arg.connectionArgs(),
  }),
  teamGrants: t.field({
    ...grantsField('Collection', 'team', 'listTeamPermissionsInCollection'),
    args: t.arg.connectionArgs(),
  }),
}));
