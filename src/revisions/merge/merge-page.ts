import type { PageEntry } from '../store/entry.ts';
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
import { mapSides, memberOf, mergeRecords, mergeValue, type Sides } from './merge-value.ts';

export interface PageMergeContext {
  bodies: MergedBodies;
  /** Ids of pages with the same parent and the same previous sibling on both sides. */
  samePlaces: ReadonlySet<string>;
}

/** Attributes that are taken from one side or the other. */
const wholeAttributes = [
  ...(['type', 'title', 'slug', 'description', 'emoji', 'icon', 'target', 'cover'] as const),
  ...(['hidden', 'noIndex', 'noRobotsIndex', 'condition', 'computed'] as const),
] satisfies (keyof PageEntry)[];

/** Attributes whose members are merged individually. */
const recordAttributes = ['layout', 'variables'] as const satisfies (keyof PageEntry)[];

/**
 * Merges a page attribute by attribute. In a conflict, ours wins. A page that one side deleted and
 * the other changed is kept.
 */
export function mergePage(
  sides: Sides<PageEntry | null>,
  context: PageMergeContext,
): MergedEntry<PageEntry> {
  const { base, ours, theirs } = sides;
  if (!ours || !theirs) return mergeExistence('page', sides);
  const { conflicts, report } = conflictsOf('page', ours.id);
  const both: Sides<Partial<PageEntry>> = { base: base ?? {}, ours, theirs };
  const merged = { id: ours.id, ...mergeWhole(both, wholeAttributes, report) };
  for (const name of recordAttributes) {
    const records = mapSides<Partial<PageEntry>, Record<string, unknown>>(
      both,
      (side) => side[name] ?? {},
    );
    const { record, conflicts: names } = mergeRecords(records);
    if (Object.keys(record).length > 0) Object.assign(merged, { [name]: record });
    for (const member of names) {
      report(
        `${name}.${member}`,
        mapSides(records, (side) => memberOf(side, member)),
      );
    }
  }
  const places = mapSides(both, placeOf);
  const place = mergeValue(places);
  if (!place.clean && !context.samePlaces.has(ours.id)) report('place', places);
  const body = mergeBodyOf(ours.id, both, { merged: context.bodies, report });
  const entry = { ...merged, ...place.value, ...body, ...mergeOrigin(both) };
  return { entry: withoutUndefined(entry) as PageEntry, conflicts };
}

function placeOf({ parent, position }: Partial<PageEntry>): Partial<PageEntry> {
  return { parent, position };
}
