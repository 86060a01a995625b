import { connectionType } from '../../builder/declare-types.ts';
import { builder } from '../../builder.ts';
import { RoleEnum } from '../organizations/role.ts';
import { knownUser } from '../users/known-user.ts';
import { reading, showing } from '../../pagination/declared-fields.ts';
import { countSpacesOfMembersSql } from '../../auth/count-spaces-of-members-sql.ts';
import type { Context } from '../../context.ts';
import { sql } from '../../database/database.ts';
import type { MemberKey } from './member-access.ts';
import { memberKey, partsOfMemberKey } from './member-key.ts';

/** Membership. Not a node, since it has no id; on `/v1` it has the id of its user. */
export const Member = builder.prismaObject('Member', {
  description: 'Membership of a user in an organization.',
  rest: {
    object: 'member',
    fields: `
      id: userId role user { ...User } disabled joinedAt lastSeenAt sso
      spaces: spaceCount teams: teamCount`,
    nullable: ['role'],
  },
  fields: (t) => ({
    userId: t.exposeID('userId', {
      description: 'Id of the user, which is also the id of the member on `/v1`.',
    }),
    role: t.field({
      type: RoleEnum,
      nullable: true,
      description: 'Role of the member; null for a guest, who sees only shared items.',
      ...showing('role'),
    }),
    user: t.field({
      ...knownUser('userId'),
      description: 'The person.',
    }),
    disabled: t.exposeBoolean('disabled', {
      description: 'Whether the membership is disabled.',
    }),
    joinedAt: t.expose('joinedAt', {
      type: 'DateTime',
      description: 'When the user became a member.',
    }),
    lastSeenAt: t.expose('lastSeenAt', {
      type: 'DateTime',
      nullable: true,
      description: 'When the member was last active; null before the first time.',
    }),
    sso: t.exposeBoolean('sso', {
      description: 'Whether the member may log in by single sign-on.',
    }),
    spaceCount: t.int({
      description: 'Number of spaces that both the member and the viewer have a level on.',
      ...reading('organizationId', 'userId'),
      resolve: (member, _args, context) => countSpacesOfMember(context, member),
    }),
  }),
});

export const MemberConnection = connectionType(Member, 'member');

/**
 * Counts the spaces of the organization on which a member has a level. Deleted spaces are excluded,
 * and so are those without a level for the viewer, so that the number reveals no hidden ones.
 */
function countSpacesOfMember({ db, loaders, viewer }: Context, member: MemberKey): Promise<number> {
  return loaders.batch('spaces of members', memberKey(member), async (keys) => {
    const members = keys.map((key) => partsOfMemberKey(key));
    const rows = await db.query(
      countSpacesOfMembersSql(
        sql`${members.map(({ organizationId }) => organizationId)}::text[]`,
        sql`${members.map(({ userId }) => userId)}::text[]`,
        sql`${viewer.id}`,
      ),
    );
    return rows.map(([count]) => count as number);
  });
}
