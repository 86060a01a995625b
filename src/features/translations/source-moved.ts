/** Problem of a source space that moved to another organization, with its remedy. */
export const SOURCE_MOVED = {
  code: 'SOURCE_SPACE_MOVED',
  message: 'The source space went to another organization.',
  remedy: 'Create a translation in that organization, and delete this one.',
} as const;
