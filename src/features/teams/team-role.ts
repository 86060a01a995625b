import { enumType } from '../../builder/declare-types.ts';

/** Roles in a team (interface, TeamMemberRole). */
export const teamRoles = ['owner', 'member'] as const;

export type TeamRoleValue = (typeof teamRoles)[number];

export const TeamRole = enumType<TeamRoleValue>(
  'TeamRole',
  'Role of a member in a team. It gives no access to content.',
  {
    owner: 'Manages the team, and is a member of it.',
    member: 'Member of the team.',
  },
);
