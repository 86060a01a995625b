import './member-teams.ts';
import './organization-teams.ts';
import './team-member.ts';
import './team.ts';
