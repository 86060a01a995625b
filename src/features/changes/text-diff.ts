import { FILE_HEADERS_ONLY, formatPatch, structuredPatch } from 'diff';

/** A text before and after; '' if missing. */
export interface TextSides {
  before: string;
  after: string;
}

export interface TextDiff {
  /** Unified diff; null if the texts differ too much. */
  unified: string | null;
  addedLines: number | null;
  removedLines: number | null;
}

/** Maximum number of added and removed lines together: comparing takes quadratic time. */
export const EDITED_LINES_MAX = 2000;

/**
 * Compares two texts line by line.
 *
 * @param names names of the texts in the header of the diff
 * @param contextLines number of unchanged lines around changes
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
