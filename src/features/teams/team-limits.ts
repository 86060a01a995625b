import { z } from 'zod';
import { visibleText } from '../../lib/visible-text.ts';

/** Longest title of a team, in characters (interface, Limits). */
export const TEAM_TITLE_LENGTH_MAX = 64;

/** Most teams of one organization. */
export const TEAMS_MAX = 1000;

/** Most members that one operation adds, changes or removes each. */
export const TEAM_CHANGES_MAX = 1000;

/** The title of a team (interface, Teams). */
export const teamTitle = visibleText.min(1).max(TEAM_TITLE_LENGTH_MAX);

/** Ids of members; one that is there twice counts once. */
export const memberIds = z.array(z.string()).max(TEAM_CHANGES_MAX);
