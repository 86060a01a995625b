/** Maximum number of sections per site. */
export const SECTIONS_MAX = 250;
/** Maximum number of section groups per site. */
export const SECTION_GROUPS_MAX = 100;
/** Maximum number of site-spaces per site, over all of its sections. */
export const SITE_SPACES_MAX = 1000;
/** Minimum and maximum title length of a site or section, in characters (interface, Limits). */
export const TITLE_LENGTH_MIN = 2;
export const TITLE_LENGTH_MAX = 128;
/** Maximum title length of a section group, in characters (interface, Limits). */
export const GROUP_TITLE_LENGTH_MAX = 100;
/** Maximum length of an icon name, in characters (interface, Limits). */
export const ICON_LENGTH_MAX = 50;
