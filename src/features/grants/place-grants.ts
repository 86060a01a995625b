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

function declareGrants(name: string, of: 'spaceId' | 'collectionId', to: 'user_id' | 'team_id') {
  const isTo = to === 'user_id' ? sql`t.user_id IS NOT NULL` : sql`t.team_id IS NOT NULL`;
  return declareConnection<Row<'Grant'>>({
    name,
    source: grantSource,
    of,
    order: { fields: ['createdAt'], descending: false },
    filter: () => [isTo],
  });
}

const spaceUserGrants = declareGrants('Space.userGrants', 'spaceId', 'user_id');
const spaceTeamGrants = declareGrants('Space.teamGrants', 'spaceId', 'team_id');
const collectionUserGrants = declareGrants('Collection.userGrants', 'collectionId', 'user_id');

const collectionTeamGrants = declareGrants('Collection.teamGrants', 'collectionId', 'team_id');

const whoSees =
  'oldest first. For those who have a level there; a guest sees only what is to them and their ' +
  'teams.';

builder.prismaObjectFields('Space', (t) => ({
  userGrants: t.connection(
    {
      type: UserGrant,
      description: `What was granted to members on the space itself, ${whoSees}`,
      rest: { route: 'GET /permissions/users', operationId: 'listUserPermissionsInSpace' },
      ...connectionField(spaceUserGrants),
    },
    UserGrantConnection,
  ),
  teamGrants: t.connection(
    {
      type: TeamGrant,
      description: `What was granted to teams on the space itself, ${whoSees}`,
      rest: { route: 'GET /permissions/teams', operationId: 'listTeamPermissionsInSpace' },
      ...connectionField(spaceTeamGrants),
    },
    TeamGrantConnection,
  ),
}));

builder.prismaObjectFields('Collection', (t) => ({
  userGrants: t.connection(
    {
      type: UserGrant,
      description: `What was granted to members on the collection itself, ${whoSees}`,
      rest: { route: 'GET /permissions/users', operationId: 'listUserPermissionsInCollection' },
      ...connectionField(collectionUserGrants),
    },
    UserGrantConnection,
  ),
  teamGrants: t.connection(
    {
      type: TeamGrant,
      description: `What was granted to teams on the collection itself, ${whoSees}`,
      rest: { route: 'GET /permissions/teams', operationId: 'listTeamPermissionsInCollection' },
      ...connectionField(collectionTeamGrants),
    },
    TeamGrantConnection,
  ),
}));
