import './member.ts';
import './organization-members.ts';
