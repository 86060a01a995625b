/**
 * Levels of blocks within blocks (a list counts twice, its items are a level); deeper ones are
 * text.
 */
export const depthMax = 60;

/**
 * Levels of tags within tags; the tags of deeper ones are text. What stands in them is fitted into
 * each of the levels around it.
 */
export const tagDepthMax = 20;

/** Lines of one document that are read as markdown; what follows is kept as one block of code. */
export const linesMax = 30_000;

/**
 * Characters of one document that are read as markdown; what follows is kept as one block of code.
 */
export const charactersMax = 2_000_000;

/**
 * Characters of link targets in a tree, beyond the length of the markdown: one definition serves
 * many links.
 */
export const referenceCharactersExtra = 100_000;

/** Lines that one tag may span. */
export const tagLinesMax = 200;

/**
 * Characters of one paragraph, heading or cell that are read as markdown; a longer one is plain
 * text.
 */
export const inlineCharactersMax = 200_000;

/** Tags that are read on one line; the rest of the line is text. */
export const lineTagsMax = 100;

/** Cells that the tables with pipes of one document may have together. */
export const tableCellsMax = 50_000;

/** Characters of one block of raw HTML that is read; a longer one is code. */
export const htmlCharactersMax = 500_000;

/** Characters of an expression between braces; a longer one is text. */
export const expressionLengthMax = 1024;
