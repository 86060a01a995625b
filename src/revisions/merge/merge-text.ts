import { DiffBudget } from '../../lib/diff-budget.ts';
import { lineEdits, type LineEdit } from '../../lib/line-edits.ts';

export interface MergedText {
  /** If both sides changed the same lines differently, it contains the lines of ours. */
  text: string;
  clean: boolean;
}

/** Maximum work of comparing one side of a text with its base: a fraction of a second. */
const SIDE_WORK_MAX = 2_000_000;

/**
 * Merges two texts with a common base line by line (diff3). A conflict exists only if both changed
 * the same lines, or inserted different lines at the same position.
 *
 * @param budget limits the comparisons; beyond it, parts of a text count as changed completely
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
  // The same for both sides, so that equal edits are recognized as equal.
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

/** Joins lines to a text, and ends every line but the last one with a line break. */
function joined(lines: readonly string[]): string {
  return lines
    .map((line, index) => (index === lines.length - 1 || line.endsWith('\n') ? line : `${line}\n`))
    .join('');
}

/** Splits a text into lines with their line breaks. */
function linesOf(text: string): string[] {
  return text === '' ? [] : text.split(/(?<=\n)/);
}

/** A range of base lines with adjacent edits of both sides. */
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
    // Insertions come before replacements at the same position.
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
 * Checks whether an edit that starts in or after a region belongs to it: it changes a line of the
 * region, or inserts lines at a region of insertions only.
 */
function touches(region: Region, { start, end }: LineEdit): boolean {
  if (start < region.end) return true;
  return start === region.end && region.start === region.end && start === end;
}

/** Applies the edits of one side to the lines of a region. */
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
