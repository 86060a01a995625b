import { builder } from '../../builder.ts';

/** Roles in a team (interface, TeamMemberRole). */
export const teamRoles = ['owner', 'member'] as const;

export type TeamRoleValue = (typeof teamRoles)[number];

export const TeamRole = builder.enumType('TeamRole', {
  description: 'Role of a member in a team. It gives no access to content.',
  values: {
    OWNER: { value: 'owner', description: 'Manages the team, and is a member of it.' },
    MEMBER: { value: 'member', description: 'Member of the team.' },
  } as const satisfies Record<
    Uppercase<TeamRoleValue>,
    { value: TeamRoleValue; description: string }
  >,
});
