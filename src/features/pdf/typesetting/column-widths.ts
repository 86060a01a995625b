/** Average width of a character, relative to the font size. */
const CHARACTER_WIDTH = 0.56;
/** Maximum text length that widens a column, in characters; longer texts wrap. */
const LENGTH_MAX = 120;
/** Minimum width of a column, in characters. */
const LENGTH_MIN = 4;
/** Maximum length of a word that is kept whole. */
const WORD_MAX = 22;

export interface ColumnOptions {
  /** Stated widths, of which only the ratios count. */
  given: readonly (number | undefined)[];
  /** Total width of all columns, in points. */
  room: number;
  fontSize: number;
}

/** Lengths in a column, in characters. */
export interface ColumnLengths {
  longestText: number;
  longestWord: number;
}

/**
 * Returns the widths of columns in points; together they fill the room. If all texts fit, widths
 * are proportional to the longest texts. Otherwise words are kept whole, and columns with more text
 * share the rest.
 */
export function columnWidths(
  lengths: readonly ColumnLengths[],
  { given, room, fontSize }: ColumnOptions,
): number[] {
  const stated = given.filter((width): width is number => width !== undefined && width > 0);
  if (stated.length === lengths.length) return shared(stated, room);
  const widthOf = (length: number, most: number) =>
    Math.min(Math.max(length, LENGTH_MIN), most) * CHARACTER_WIDTH * fontSize;
  const wanted = lengths.map(({ longestText }) => widthOf(longestText, LENGTH_MAX));
  const total = wanted.reduce((sum, width) => sum + width, 0);
  if (total <= room) return shared(wanted, room);
  const least = lengths.map(({ longestWord }) => widthOf(longestWord, WORD_MAX));
  const needed = least.reduce((sum, width) => sum + width, 0);
  if (needed >= room) return shared(least, room);
  const more = wanted.map((width, index) => Math.max(width - (least[index] ?? 0), 1));
  const extra = more.reduce((sum, width) => sum + width, 0);
  return least.map((width, index) => width + ((room - needed) * (more[index] ?? 0)) / extra);
}

function shared(shares: readonly number[], room: number): number[] {
  const total = shares.reduce((sum, share) => sum + share, 0);
  return shares.map((share) => (room * share) / total);
}
