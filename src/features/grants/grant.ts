import { grantVisibleSql } from '../../auth/place-sql.ts';
import { builder, type Row } from '../../builder.ts';
import { sql } from '../../database/database.ts';
import { defineSource } from '../../pagination/source.ts';
import { RoleEnum } from '../organizations/role.ts';
import { loadUser } from '../users/load-user.ts';
import { teamSource } from '../teams/team-source.ts';
import { Team } from '../teams/team.ts';
import { userSource } from '../users/user-source.ts';
import { User } from '../users/user.ts';
import { pointing, requiredField, showing } from '../../pagination/declared-fields.ts';

/** Grants, visible to those who see the grantee and have a level on the resource. */
export const grantSource = defineSource<Row<'Grant'>>({
  type: 'Grant',
  model: 'Grant',
  table: 'grants',
  visible: (viewerId) => grantVisibleSql(sql`t`, sql`${viewerId}`),
});

const Grant = builder.interfaceRef<Row<'Grant'>>('Grant').implement({
  description:
    'A role that was granted on a space or a collection. It overrides inherited levels and the role in the organization, even if it is weaker.',
  fields: (t) => ({
    role: t.field({
      type: RoleEnum,
      description: 'The granted role.',
      ...showing('role'),
    }),
    createdAt: t.expose('createdAt', {
      type: 'DateTime',
      description: 'When the role was granted.',
    }),
  }),
});

/** A grant to a user. */
export const UserGrant = builder.objectRef<Row<'Grant'>>('UserGrant').implement({
  description: 'A role that was granted to a member.',
  interfaces: [Grant],
  rest: { fields: 'permission: role user { ...User }' },
  fields: (t) => ({
    user: t.field({
      type: User,
      description: 'The member.',
      ...pointing(userSource, 'userId', 'everybody'),
      resolve: async ({ userId }, _args, context) => {
        if (userId === null) throw new Error('A grant of this list is to no user.');
        return loadUser(context, userId);
      },
    }),
  }),
});

/** A grant to a team. */
export const TeamGrant = builder.objectRef<Row<'Grant'>>('TeamGrant').implement({
  description: 'A role that was granted to the members of a team.',
  interfaces: [Grant],
  rest: { fields: 'permission: role team { ...Team }' },
  fields: (t) => ({
    team: t.field({
      type: Team,
      description: 'The team.',
      ...requiredField(teamSource, 'teamId'),
    }),
  }),
});
