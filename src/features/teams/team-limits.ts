/** Longest title of a team, in characters (interface, Limits). */
export const TEAM_TITLE_LENGTH_MAX = 64;
