import { z } from 'zod';
import { visibleText } from '../../lib/visible-text.ts';

/** Maximum length of a team's title, in characters (interface, Limits). */
export const TEAM_TITLE_LENGTH_MAX = 64;

/** Maximum number of teams per organization. */
export const TEAMS_MAX = 1000;

/** Maximum number of members that one operation can add, change or remove. */
export const TEAM_CHANGES_MAX = 1000;

/** Title of a team (interface, Teams). */
export const teamTitle = visibleText.min(1).max(TEAM_TITLE_LENGTH_MAX);

/** Ids of members; duplicates are ignored. */
export const memberIds = z.array(z.string()).max(TEAM_CHANGES_MAX);
