import { connectionType } from '../../builder/declare-types.ts';
import { sql } from '../../database/database.ts';
import { connectionField } from '../../builder/connection-field.ts';
import { grantSource, TeamGrant, UserGrant } from './grant.ts';

/** The kinds of grantees, with the type and filter of their grants. */
const subjects = {
  user: {
    type: connectionType(UserGrant, 'grant to a member', 'grants to members'),
    members: 'members',
    filter: sql`t.user_id IS NOT NULL`,
  },
  team: {
    type: connectionType(TeamGrant, 'grant to a team', 'grants to teams'),
    members: 'teams',
    filter: sql`t.team_id IS NOT NULL`,
  },
} as const;

/** Declares a field with the direct grants to members or teams on a space or collection. */
function grantsField(
  place: 'Space' | 'Collection',
  kind: keyof typeof subjects,
  operationId: string,
): void {
  const { type, members, filter } = subjects[kind];
  connectionField(`${place}.${kind}Grants`, {
    type,
    description:
      `Grants to ${members} on the ${place.toLowerCase()} itself, oldest first. Visible to ` +
      'users with a level on it; a guest sees only grants to themselves and their teams.',
    rest: { route: `GET /permissions/${kind}s`, rare: true, operationId },
    source: grantSource,
    of: place === 'Space' ? 'spaceId' : 'collectionId',
    order: { fields: ['createdAt'], descending: false },
    filter: () => [filter],
  });
}

grantsField('Space', 'user', 'listUserPermissionsInSpace');
grantsField('Space', 'team', 'listTeamPermissionsInSpace');
grantsField('Collection', 'user', 'listUserPermissionsInCollection');
grantsField('Collection', 'team', 'listTeamPermissionsInCollection');
