import { builder } from '../../builder.ts';
import { Role } from '../organizations/role.ts';
import { knownUser } from '../users/known-user.ts';
import { countSpacesOfMember } from './count-spaces-of-member.ts';
import { reading, showing } from '../../pagination/declared-fields.ts';

/** Membership. Not a node, since it has no id; on `/v1` it has the id of its user. */
export const Member = builder.prismaObject('Member', {
  description: 'What a user is in one organization.',
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
      type: Role,
      nullable: true,
      description: 'What the member may do; null for a guest, who sees only what was shared.',
      ...showing('role'),
    }),
    user: t.field({
      ...knownUser('userId'),
      description: 'The person.',
    }),
    disabled: t.exposeBoolean('disabled', {
      description: 'Whether the member has no access to the organization for now.',
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
      description:
        'How many spaces the member has a level on, of those that the viewer has one on.',
      ...reading('organizationId', 'userId'),
      resolve: (member, _args, context) => countSpacesOfMember(context, member),
    }),
  }),
});

export const MemberConnection = builder.connectionObject(
  { type: Member, name: 'MemberConnection', description: 'A list of members.' },
  { name: 'MemberEdge', description: 'A member in a list.' },
);
