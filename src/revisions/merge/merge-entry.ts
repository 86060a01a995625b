import type { Entry } from '../store/chunk.ts';
import type { Body, PageEntry } from '../store/entry.ts';
import type { Conflict } from './conflict.ts';
import { isSameValue } from '../../lib/same-value.ts';
import { mapSides, mergeValue, type Sides } from './merge-value.ts';

/** The result of merging an entry. */
export interface MergedEntry<Item extends Entry> {
  /** The merged entry; null if it is deleted. */
  entry: Item | null;
  conflicts: Conflict[];
}

/** A merged text, and whether it contains the changes of both sides. */
export interface MergedBody {
  value: Body;
  clean: boolean;
}

/** Merged texts of entries that both sides changed, by entry id. */
export type MergedBodies = ReadonlyMap<string, MergedBody>;

/** Reports an attribute that both sides changed differently; ours wins. */
type Report = (attribute: string, values: Sides<unknown>) => void;

/** Returns a list of an entry's conflicts, and a function that adds to it. */
export function conflictsOf(
  subject: Conflict['subject'],
  id: string,
): { conflicts: Conflict[]; report: Report } {
  const conflicts: Conflict[] = [];
  const report: Report = (attribute, values) => {
    const { base, ours, theirs } = mapSides(values, (value) => value ?? null);
    conflicts.push({ subject, id, attribute, base, ours, theirs, stands: 'ours' });
  };
  return { conflicts, report };
}

/**
 * Merges an entry that is missing on at least one side. An entry that the other side changed is
 * kept.
 */
export function mergeExistence<Item extends Entry>(
  subject: Conflict['subject'],
  { base, ours, theirs }: Sides<Item | null>,
): MergedEntry<Item> {
  const kept = ours ?? theirs;
  if (!kept || !base) return { entry: kept, conflicts: [] };
  if (isSameValue(kept, base)) return { entry: null, conflicts: [] };
  const conflict: Conflict = {
    subject,
    id: kept.id,
    attribute: 'existence',
    base,
    ours,
    theirs,
    stands: ours ? 'ours' : 'theirs',
  };
  return { entry: kept, conflicts: [conflict] };
}

/** Merges indivisible attributes, each from one side or the other. */
export function mergeWhole<Item extends Entry>(
  sides: Sides<Partial<Item>>,
  names: readonly (keyof Item & string)[],
  report: Report,
): Record<string, unknown> {
  const merged: Record<string, unknown> = {};
  for (const name of names) {
    const values = mapSides<Partial<Item>, unknown>(sides, (side) => side[name]);
    const { value, clean } = mergeValue(values);
    merged[name] = value;
    if (!clean) report(name, values);
  }
  return merged;
}

/** Returns the texts of an entry that both sides have and changed differently; null otherwise. */
export function contestedBodies({ base, ours, theirs }: Sides<Body | null>): Sides<Body> | null {
  if (!ours || !theirs) return null;
  const bodies = mapSides({ base: base ?? {}, ours, theirs }, bodyOf);
  return mergeValue(bodies).clean ? null : bodies;
}

/** Returns the merged text of an entry. */
export function mergeBodyOf(
  id: string,
  sides: Sides<Body>,
  { merged, report }: { merged: MergedBodies; report: Report },
): Body {
  const bodies = mapSides(sides, bodyOf);
  const { value, clean } = merged.get(id) ?? mergeValue(bodies);
  if (!clean) report('body', bodies);
  return value;
}

function bodyOf({ source, sourceStart }: Body): Body {
  return { source, sourceStart };
}

/**
 * Merges times and origin, which never conflict. A rollback can revert times. If both sides differ,
 * the result has the earlier creation and the later update.
 */
export function mergeOrigin(sides: Sides<Partial<PageEntry>>): Partial<PageEntry> {
  return {
    git: mergeValue(mapSides(sides, ({ git }) => git)).value,
    createdAt: mergeTime(mapSides(sides, ({ createdAt = '' }) => createdAt)).first,
    updatedAt: mergeTime(mapSides(sides, ({ updatedAt = '' }) => updatedAt)).last,
  };
}

/** Returns the time of the side that changed it, or else both times, sorted. */
function mergeTime(times: Sides<string>): { first: string; last: string } {
  const { value, clean } = mergeValue(times);
  const { ours, theirs } = times;
  if (clean) return { first: value, last: value };
  return ours < theirs ? { first: ours, last: theirs } : { first: theirs, last: ours };
}

/** Removes members without a value, which entries omit. */
export function withoutUndefined(record: object): object {
  return Object.fromEntries(Object.entries(record).filter(([, value]) => value !== undefined));
}
