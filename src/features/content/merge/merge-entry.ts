import type { Entry } from '../store/chunk.ts';
import type { Body, PageEntry } from '../store/entry.ts';
import type { Conflict } from './conflict.ts';
import { isSameValue } from '../../../lib/same-value.ts';
import { mapSides, mergeValue, type Sides } from './merge-value.ts';

/** What becomes of an entry in a merge. */
export interface MergedEntry<Item extends Entry> {
  /** Null when it is deleted. */
  entry: Item | null;
  conflicts: Conflict[];
}

/** A merged text, and whether all that both sides wrote is in it. */
export interface MergedBody {
  value: Body;
  clean: boolean;
}

/** The merged texts of entries that both sides changed, by the ids of the entries. */
export type MergedBodies = ReadonlyMap<string, MergedBody>;

/** Says that both sides gave an attribute different values, of which that of ours stands. */
type Report = (attribute: string, values: Sides<unknown>) => void;

/** Collects the conflicts of an entry that both sides have. */
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
 * What becomes of an entry that at least one side does not have: one that the other side changed
 * stays.
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

/** Attributes that are each taken as a whole from one side or the other. */
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

/** The texts of an entry, where both sides have it and changed them differently. */
export function contestedBodies({ base, ours, theirs }: Sides<Body | null>): Sides<Body> | null {
  if (!ours || !theirs) return null;
  const bodies = mapSides({ base: base ?? {}, ours, theirs }, bodyOf);
  return mergeValue(bodies).clean ? null : bodies;
}

/** The text of an entry. */
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
 * Times and origin, which no reader would call a change. A rollback takes times back; where both
 * sides have other times, an entry is as old as on the one, and as new as on the other.
 */
export function mergeOrigin(sides: Sides<Partial<PageEntry>>): Partial<PageEntry> {
  return {
    git: mergeValue(mapSides(sides, ({ git }) => git)).value,
    createdAt: mergeTime(mapSides(sides, ({ createdAt = '' }) => createdAt)).first,
    updatedAt: mergeTime(mapSides(sides, ({ updatedAt = '' }) => updatedAt)).last,
  };
}

/** The time of the side that changed it, else those of both. */
function mergeTime(times: Sides<string>): { first: string; last: string } {
  const { value, clean } = mergeValue(times);
  const { ours, theirs } = times;
  if (clean) return { first: value, last: value };
  return ours < theirs ? { first: ours, last: theirs } : { first: theirs, last: ours };
}

/** Entries leave out what has no value. */
export function withoutUndefined(record: object): object {
  return Object.fromEntries(Object.entries(record).filter(([, value]) => value !== undefined));
}
