import './member.ts';
import './member-mutations.ts';
import './organization-members.ts';
