import { FILE_HEADERS_ONLY, formatPatch, structuredPatch } from 'diff';

/** A text before and after; '' for none. */
export interface TextSides {
  before: string;
  after: string;
}

export interface TextDiff {
  /** The differences as a unified diff; null when the texts are too different. */
  unified: string | null;
  addedLines: number | null;
  removedLines: number | null;
}

/** Most lines that are added and removed together: comparing takes the square of it. */
export const EDITED_LINES_MAX = 2000;

/**
 * Compares two texts line by line.
 *
 * @param names what the texts are called in the head of the diff
 * @param contextLines lines that are shown around those that differ
 */
export function textDiff(
  { before, after }: TextSides,
  { names, contextLines }: { names: TextSides; contextLines: number },
): TextDiff {
  const patch = structuredPatch(names.before, names.after, before, after, '', '', {
    context: contextLines,
    maxEditLength: EDITED_LINES_MAX,
  });
  if (!patch) return { unified: null, addedLines: null, removedLines: null };
  const lines = patch.hunks.flatMap((hunk) => hunk.lines);
  const count = (sign: string) => lines.filter((line) => line.startsWith(sign)).length;
  return {
    unified: formatPatch(patch, FILE_HEADERS_ONLY),
    addedLines: count('+'),
    removedLines: count('-'),
  };
}
