import { builder, type Row } from '../../builder.ts';
import { sql } from '../../database/database.ts';
import { connectionField } from '../../pagination/connection-field.ts';
import { declareConnection } from '../../pagination/connection.ts';
import { grantSource, UserGrant } from './grant.ts';

const UserGrantConnection = builder.connectionObject(
  { type: UserGrant, name: 'UserGrantConnection', description: 'A list of grants to members.' },
  { name: 'UserGrantEdge', description: 'A grant to a member, in a list.' },
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
const collectionUserGrants = declareGrants('Collection.userGrants', 'collectionId', 'user_id');

const whoSees = 'oldest first. For those who have a level there; a guest sees only their own.';

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
}));
