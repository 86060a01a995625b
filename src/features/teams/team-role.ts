import { builder } from '../../builder.ts';

/** Roles in a team (interface, TeamMemberRole). */
export const teamRoles = ['owner', 'member'] as const;

export type TeamRoleValue = (typeof teamRoles)[number];

export const TeamRole = builder.enumType('TeamRole', {
  description: 'What somebody is in a team. It gives no access to content.',
  values: {
    OWNER: { value: 'owner', description: 'Administrates the team, and belongs to it.' },
    MEMBER: { value: 'member', description: 'Belongs to the team.' },
  } as const satisfies Record<
    Uppercase<TeamRoleValue>,
    { value: TeamRoleValue; description: string }
  >,
});
