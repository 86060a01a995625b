/** How wide a character is on average, as a part of the size of the font. */
const CHARACTER_WIDTH = 0.56;
/** Longer texts go on on the next line, and need no wider column. */
const LENGTH_MAX = 120;
/** As much as a column gets at least, in characters. */
const LENGTH_MIN = 4;
/** A word that is longer may be broken. */
const WORD_MAX = 22;

export interface ColumnOptions {
  /** Widths that the table states, of which the relations count. */
  given: readonly (number | undefined)[];
  /** For all columns together, in points. */
  room: number;
  fontSize: number;
}

/** Of a column, in characters. */
export interface ColumnLengths {
  longestText: number;
  longestWord: number;
}

/**
 * The widths of columns, in points: together they take up all of the room. As long as all fit, each
 * gets in proportion to its longest text; else each keeps its words whole, and those with more text
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
