/**
 * Maximum nesting depth of blocks (a list counts twice, once for its items); deeper blocks are
 * text.
 */
export const depthMax = 60;

/**
 * Maximum nesting depth of tags; deeper tags are text. Their content is fitted into each level
 * around it.
 */
export const tagDepthMax = 20;

/**
 * Maximum number of lines parsed as markdown in one document; the rest becomes one block of code.
 */
export const linesMax = 30_000;

/**
 * Maximum number of characters parsed as markdown in one document; the rest becomes one block of
 * code.
 */
export const charactersMax = 2_000_000;

/**
 * Maximum length of link targets in a tree beyond the length of the markdown, in characters: many
 * links may share one definition.
 */
export const referenceCharactersExtra = 100_000;

/** Maximum number of lines of one tag. */
export const tagLinesMax = 200;

/**
 * Maximum length of a paragraph, heading or cell that is parsed as markdown, in characters; a
 * longer one is plain text.
 */
export const inlineCharactersMax = 200_000;

/** Maximum number of tags parsed on one line; the rest of the line is text. */
export const lineTagsMax = 100;

/** Maximum number of cells in all pipe tables of one document. */
export const tableCellsMax = 50_000;

/** Maximum length of a block of raw HTML, in characters; a longer one is code. */
export const htmlCharactersMax = 500_000;

/** Maximum length of an expression between braces, in characters; a longer one is text. */
export const expressionLengthMax = 1024;
