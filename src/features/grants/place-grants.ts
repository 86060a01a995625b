import { builder, type Row } from '../../builder.ts';
import { sql } from '../../database/database.ts';
import { connectionField } from '../../pagination/connection-field.ts';
import { declareConnection } from '../../pagination/connection.ts';
import { grantSource, TeamGrant, UserGrant } from './grant.ts';

const UserGrantConnection = builder.connectionObject(
  { type: UserGrant, name: 'UserGrantConnection', description: 'A list of grants to members.' },
  { name: 'UserGrantEdge', description: 'A grant to a member, in a list.' },
);

const TeamGrantConnection = builder.connectionObject(
  { type: TeamGrant, name: 'TeamGrantConnection', description: 'A list of grants to teams.' },
  { name: 'TeamGrantEdge', description: 'A grant to a team, in a list.' },
);

/** The kinds of grantees, with the type and filter of their grants. */
const subjects = {
  user: { type: UserGrant, members: 'members', filter: sql`t.user_id IS NOT NULL` },
  team: { type: TeamGrant, members: 'teams', filter: sql`t.team_id IS NOT NULL` },
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
    rest: { route: `GET /permissions/${kind}s`, operationId } as const,
    ...connectionField(grants),
  };
}

builder.prismaObjectFields('Space', (t) => ({
  userGrants: t.connection(
    grantsField('Space', 'user', 'listUserPermissionsInSpace'),
    UserGrantConnection,
  ),
  teamGrants: t.connection(
    grantsField('Space', 'team', 'listTeamPermissionsInSpace'),
    TeamGrantConnection,
  ),
}));

builder.prismaObjectFields('Collection', (t) => ({
  userGrants: t.connection(
    grantsField('Collection', 'user', 'listUserPermissionsInCollection'),
    UserGrantConnection,
  ),
  teamGrants: t.connection(
    grantsField('Collection', 'team', 'listTeamPermissionsInCollection'),
    TeamGrantConnection,
  ),
}));
