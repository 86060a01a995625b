import type { ReusableContentEntry } from '../store/entry.ts';
import {
  conflictsOf,
  mergeBodyOf,
  mergeExistence,
  mergeOrigin,
  mergeWhole,
  withoutUndefined,
  type MergedBodies,
  type MergedEntry,
} from './merge-entry.ts';
import type { Sides } from './merge-value.ts';

/**
 * Merges the title and the text of a reusable content. In a conflict, ours wins. A reusable content
 * that one side deleted and the other changed is kept.
 */
export function mergeReusableContent(
  sides: Sides<ReusableContentEntry | null>,
  merged: MergedBodies,
): MergedEntry<ReusableContentEntry> {
  const { base, ours, theirs } = sides;
  if (!ours || !theirs) return mergeExistence('reusable-content', sides);
  const { conflicts, report } = conflictsOf('reusable-content', ours.id);
  const both: Sides<Partial<ReusableContentEntry>> = { base: base ?? {}, ours, theirs };
  const entry = {
    id: ours.id,
    ...mergeWhole(both, ['title'], report),
    ...mergeBodyOf(ours.id, both, { merged, report }),
    ...mergeOrigin(both),
  };
  return { entry: withoutUndefined(entry) as ReusableContentEntry, conflicts };
}
