/** Most sections of one site. */
export const SECTIONS_MAX = 250;
/** Most section groups of one site. */
export const SECTION_GROUPS_MAX = 100;
/** Most site-spaces of one site, over all of its sections. */
export const SITE_SPACES_MAX = 1000;
/** Shortest and longest title of a site and of a section, in characters (interface, Limits). */
export const TITLE_LENGTH_MIN = 2;
export const TITLE_LENGTH_MAX = 128;
/** Longest title of a section group, in characters (interface, Limits). */
export const GROUP_TITLE_LENGTH_MAX = 100;
/** Longest name of an icon, in characters (interface, Limits). */
export const ICON_LENGTH_MAX = 50;
