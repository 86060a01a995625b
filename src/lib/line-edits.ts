import { diffArrays } from 'diff';
import type { DiffBudget } from './diff-budget.ts';

/** A range of base lines that one side replaced, from `start` to before `end`. */
export interface LineEdit {
  start: number;
  end: number;
  lines: readonly string[];
}

/** Maximum recursion depth of the search for anchors. */
const LEVELS_MAX = 20;

/**
 * Returns the edits from one list of lines to another, in order (patience diff). Lines that appear
 * once on both sides are anchors. Lines between anchors are compared within the budget, and beyond
 * it count as one edit.
 */
export function lineEdits(
  before: readonly string[],
  after: readonly string[],
  budget: DiffBudget,
): LineEdit[] {
  const edits: LineEdit[] = [];
  const open: Gap[] = [{ level: 0, start: 0, end: before.length, from: 0, to: after.length }];
  for (let whole = open.pop(); whole; whole = open.pop()) {
    const gap = trimmed(before, after, whole);
    const { level, start, end, from, to } = gap;
    if (start === end && from === to) continue;
    const [old, fresh] = [before.slice(start, end), after.slice(from, to)];
    const anchors = level < LEVELS_MAX ? anchorsOf(old, fresh) : [];
    if (anchors.length > 0)
      gapsBetween(anchors, gap)
        .toReversed()
        .forEach((one) => open.push(one));
    else compared(old, fresh, start, budget).forEach((edit) => edits.push(edit));
  }
  return edits;
}

/** Lines between two anchors: from `start` to `end` before, from `from` to `to` after. */
interface Gap {
  /** Recursion depth. */
  level: number;
  start: number;
  end: number;
  from: number;
  to: number;
}

function trimmed(before: readonly string[], after: readonly string[], gap: Gap): Gap {
  let { start, end, from, to } = gap;
  while (start < end && from < to && before[start] === after[from])
    [start, from] = [start + 1, from + 1];
  while (start < end && from < to && before[end - 1] === after[to - 1])
    [end, to] = [end - 1, to - 1];
  return { ...gap, start, end, from, to };
}

/** Indexes of one line on both sides. */
type Anchor = readonly [before: number, after: number];

/** Returns the longest common sequence of lines that appear once on each side. */
function anchorsOf(before: readonly string[], after: readonly string[]): Anchor[] {
  const places = uniquePlaces(after);
  const shared = [...uniquePlaces(before)].flatMap(([line, at]): Anchor[] => {
    const place = places.get(line);
    return place === undefined ? [] : [[at, place]];
  });
  return longestRising(shared);
}

function uniquePlaces(lines: readonly string[]): Map<string, number> {
  const places = new Map<string, number>();
  const repeated = new Set<string>();
  for (const [place, line] of lines.entries()) {
    if (places.has(line)) repeated.add(line);
    places.set(line, place);
  }
  for (const line of repeated) places.delete(line);
  return places;
}

/** Returns the longest part of anchors, ordered by `before`, whose `after` increases too. */
function longestRising(anchors: readonly Anchor[]): Anchor[] {
  const ends: { anchor: Anchor; previous: Link | undefined }[] = [];
  for (const anchor of anchors) {
    let [low, high] = [0, ends.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((ends[middle]?.anchor[1] ?? 0) < anchor[1]) low = middle + 1;
      else high = middle;
    }
    ends[low] = { anchor, previous: ends[low - 1] };
  }
  const rising: Anchor[] = [];
  for (let link: Link | undefined = ends.at(-1); link; link = link.previous)
    rising.push(link.anchor);
  return rising.toReversed();
}

interface Link {
  anchor: Anchor;
  previous: Link | undefined;
}

function gapsBetween(anchors: readonly Anchor[], whole: Gap): Gap[] {
  const { start, end, from, to } = whole;
  const level = whole.level + 1;
  const gaps: Gap[] = [];
  let [at, place] = [start, from];
  for (const [before, after] of anchors) {
    gaps.push({ level, start: at, end: start + before, from: place, to: from + after });
    [at, place] = [start + before + 1, from + after + 1];
  }
  return [...gaps, { level, start: at, end, from: place, to }];
}

/** Compares lines without anchors. */
function compared(
  before: readonly string[],
  after: readonly string[],
  offset: number,
  budget: DiffBudget,
): LineEdit[] {
  const whole = [{ start: offset, end: offset + before.length, lines: after }];
  const known = new Set(before);
  if (!after.some((line) => known.has(line))) return whole;
  const size = before.length + after.length;
  // Half of the remaining budget, so that one part does not exhaust it for all others.
  const maxEditLength = Math.floor(budget.left / 2 / size);
  const parts = diffArrays([...before], [...after], { maxEditLength });
  if (!parts) {
    budget.spend(maxEditLength * size);
    return whole;
  }
  const edits: LineEdit[] = [];
  let position = offset;
  let open: LineEdit | undefined;
  let editLength = 0;
  for (const { added, removed, value } of parts) {
    if (!added && !removed) {
      position += value.length;
      open = undefined;
      continue;
    }
    editLength += value.length;
    if (!open) {
      open = { start: position, end: position, lines: [] };
      edits.push(open);
    }
    // The array may exceed the maximum number of call arguments.
    if (added) open.lines = open.lines.concat(value);
    else open.end = position += value.length;
  }
  budget.spend(editLength * size);
  return edits;
}
