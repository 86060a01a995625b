import './member-teams.ts';
import './organization-teams.ts';
import './team-member.ts';
import './team-member-mutations.ts';
import './team-mutations.ts';
import './team.ts';
