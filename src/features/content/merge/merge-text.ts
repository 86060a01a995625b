import { diffArrays } from 'diff';

export interface MergedText {
  /** Where both sides changed the same lines differently, the text of ours. */
  text: string;
  clean: boolean;
}

/** Lines of the base that one side replaced: those from `start` to before `end`. */
interface Edit {
  start: number;
  end: number;
  lines: readonly string[];
}

/**
 * Most lines that one side may have added and removed: beyond it, all that lies between the first
 * and the last difference counts as one edit. Comparing takes the square of it.
 */
const EDITED_LINES_MAX = 4000;

/**
 * Merges two texts that were made from one (diff3), line by line: all changes of both, and a
 * conflict only where both changed the same lines, or added different ones in the same place.
 */
export function mergeText(base: string, ours: string, theirs: string): MergedText {
  if (ours === theirs || theirs === base) return { text: ours, clean: true };
  if (ours === base) return { text: theirs, clean: true };
  const lines = linesOf(base);
  const merged: (readonly string[])[] = [];
  let clean = true;
  let position = 0;
  for (const region of regionsOf(editsOf(lines, linesOf(ours)), editsOf(lines, linesOf(theirs)))) {
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

/** What leads from the base to a side, in order. */
function editsOf(base: readonly string[], side: readonly string[]): Edit[] {
  let start = 0;
  while (start < base.length && start < side.length && base[start] === side[start]) start += 1;
  let same = 0;
  const sameMax = Math.min(base.length, side.length) - start;
  while (same < sameMax && base.at(-1 - same) === side.at(-1 - same)) same += 1;
  const [before, after] = [
    base.slice(start, base.length - same),
    side.slice(start, side.length - same),
  ];
  const parts = diffArrays(before, after, { maxEditLength: EDITED_LINES_MAX });
  // Too different to compare in time.
  if (!parts) return [{ start, end: base.length - same, lines: after }];
  const edits: Edit[] = [];
  let position = start;
  let open: Edit | undefined;
  for (const { added, removed, value } of parts) {
    if (!added && !removed) {
      position += value.length;
      open = undefined;
      continue;
    }
    if (!open) {
      open = { start: position, end: position, lines: [] };
      edits.push(open);
    }
    // Too many for the arguments of a call.
    if (added) open.lines = open.lines.concat(value);
    else open.end = position += value.length;
  }
  return edits;
}

/** Lines of the base, with the edits of both sides that touch each other there. */
interface Region {
  start: number;
  end: number;
  ours: Edit[];
  theirs: Edit[];
}

function regionsOf(ours: readonly Edit[], theirs: readonly Edit[]): Region[] {
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
function touches(region: Region, { start, end }: Edit): boolean {
  if (start < region.end) return true;
  return start === region.end && region.start === region.end && start === end;
}

/** The lines of a region as the edits of one side make them. */
function applied(edits: readonly Edit[], start: number, kept: readonly string[]): string[] {
  const parts: (readonly string[])[] = [];
  let position = start;
  for (const edit of edits) {
    parts.push(kept.slice(position - start, edit.start - start), edit.lines);
    position = edit.end;
  }
  parts.push(kept.slice(position - start));
  return parts.flat();
}
