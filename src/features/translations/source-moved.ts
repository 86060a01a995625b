/** Why nothing of a space is translated that is of another organization, and what to do. */
export const SOURCE_MOVED = {
  code: 'SOURCE_SPACE_MOVED',
  message: 'The source space went to another organization.',
  remedy: 'Create a translation in that organization, and delete this one.',
} as const;
