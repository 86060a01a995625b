import { DiffBudget } from './diff-budget.ts';
import { lineEdits, type LineEdit } from './line-edits.ts';

export interface MergedText {
  /** Where both sides changed the same lines differently, the text of ours. */
  text: string;
  clean: boolean;
}

/** Most work of comparing one side of a text with its base: a fraction of a second. */
const SIDE_WORK_MAX = 2_000_000;

/**
 * Merges two texts that were made from one (diff3), line by line: all changes of both, and a
 * conflict only where both changed the same lines, or added different ones in the same place.
 *
 * @param budget what comparisons take from; beyond it, parts of a text count as changed as a whole
 */
export function mergeText(
  base: string,
  ours: string,
  theirs: string,
  budget = new DiffBudget(2 * SIDE_WORK_MAX),
): MergedText {
  if (ours === theirs || theirs === base) return { text: ours, clean: true };
  if (ours === base) return { text: theirs, clean: true };
  const lines = linesOf(base);
  const merged: (readonly string[])[] = [];
  let clean = true;
  let position = 0;
  // The same for both sides, so that equal edits of both are found to be equal.
  const work = Math.min(SIDE_WORK_MAX, Math.floor(budget.left / 2));
  const editsOf = (side: string) => {
    const own = new DiffBudget(work);
    const edits = lineEdits(lines, linesOf(side), own);
    budget.spend(work - own.left);
    return edits;
  };
  for (const region of regionsOf(editsOf(ours), editsOf(theirs))) {
    const { start, end } = region;
    merged.push(lines.slice(position, start));
    const kept = lines.slice(start, end);
    const [left, right] = [applied(region.ours, start, kept), applied(region.theirs, start, kept)];
    merged.push(region.ours.length === 0 ? right : left);
    if (region.ours.length > 0 && region.theirs.length > 0)
      clean &&= left.join('') === right.join('');
    position = end;
  }
  merged.push(lines.slice(position));
  return { text: joined(merged.flat()), clean };
}

/** Lines as a text: one that was the last of its side, without an end, gets one before others. */
function joined(lines: readonly string[]): string {
  return lines
    .map((line, index) => (index === lines.length - 1 || line.endsWith('\n') ? line : `${line}\n`))
    .join('');
}

/** The lines of a text, each with its end. */
function linesOf(text: string): string[] {
  return text === '' ? [] : text.split(/(?<=\n)/);
}

/** Lines of the base, with the edits of both sides that touch each other there. */
interface Region {
  start: number;
  end: number;
  ours: LineEdit[];
  theirs: LineEdit[];
}

function regionsOf(ours: readonly LineEdit[], theirs: readonly LineEdit[]): Region[] {
  const edits = [
    ...ours.map((edit) => ({ edit, side: 'ours' as const })),
    ...theirs.map((edit) => ({ edit, side: 'theirs' as const })),
    // Added lines come before those that are replaced in the same place.
  ].toSorted((a, b) => a.edit.start - b.edit.start || a.edit.end - b.edit.end);
  const regions: Region[] = [];
  for (const { edit, side } of edits) {
    const last = regions.at(-1);
    if (last && touches(last, edit)) {
      last.end = Math.max(last.end, edit.end);
      last[side].push(edit);
    } else {
      regions.push({ start: edit.start, end: edit.end, ours: [], theirs: [], [side]: [edit] });
    }
  }
  return regions;
}

/**
 * Whether an edit that begins in or after a region belongs to it: it changes a line of the region,
 * or adds lines where the region does nothing else.
 */
function touches(region: Region, { start, end }: LineEdit): boolean {
  if (start < region.end) return true;
  return start === region.end && region.start === region.end && start === end;
}

/** The lines of a region as the edits of one side make them. */
function applied(edits: readonly LineEdit[], start: number, kept: readonly string[]): string[] {
  const parts: (readonly string[])[] = [];
  let position = start;
  for (const edit of edits) {
    parts.push(kept.slice(position - start, edit.start - start), edit.lines);
    position = edit.end;
  }
  parts.push(kept.slice(position - start));
  return parts.flat();
}
