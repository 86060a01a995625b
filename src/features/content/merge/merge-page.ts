import type { PageEntry } from '../store/entry.ts';
import type { Conflict } from './conflict.ts';
import {
  isSameValue,
  mapSides,
  memberOf,
  mergeRecords,
  mergeValue,
  type Sides,
} from './merge-value.ts';

/** The text of a page: which source, and where the markdown begins in it. */
export type Body = Pick<PageEntry, 'source' | 'sourceStart'>;

export interface PageMergeContext {
  /** Merges the texts of a page that both sides changed. */
  mergeBody: (sides: Sides<Body>) => Promise<{ value: Body; clean: boolean }>;
  /** Whether both sides have a page below the same parent, after the same sibling. */
  isSamePlace: (pageId: string) => boolean;
}

export interface MergedPage {
  /** Null when it is deleted. */
  page: PageEntry | null;
  conflicts: Conflict[];
}

/** Attributes that are taken as a whole from one side or the other. */
const wholeAttributes = [
  ...(['type', 'title', 'slug', 'description', 'emoji', 'icon', 'target', 'cover'] as const),
  ...(['hidden', 'noIndex', 'noRobotsIndex'] as const),
] satisfies (keyof PageEntry)[];

/** Attributes whose members are merged one by one. */
const recordAttributes = ['layout', 'variables'] as const satisfies (keyof PageEntry)[];

/**
 * Merges a page attribute by attribute. Where both sides changed the same one differently, it has
 * the value of ours; a page that one side deleted and the other changed stays.
 */
export async function mergePage(
  sides: Sides<PageEntry | null>,
  context: PageMergeContext,
): Promise<MergedPage> {
  const { base, ours, theirs } = sides;
  if (!ours || !theirs) return mergeExistence(sides);
  const conflicts: Conflict[] = [];
  const report = (attribute: string, values: Sides<unknown>) => {
    const { base: from = null, ours: own = null, theirs: other = null } = values;
    const subject = { subject: 'page', id: ours.id, attribute } as const;
    conflicts.push({ ...subject, base: from, ours: own, theirs: other, stands: 'ours' });
  };
  const both: Sides<Partial<PageEntry>> = { base: base ?? {}, ours, theirs };
  const merged: Record<string, unknown> = { id: ours.id };
  for (const name of wholeAttributes) {
    const values = mapSides<Partial<PageEntry>, unknown>(both, (side) => side[name]);
    const { value, clean } = mergeValue(values);
    merged[name] = value;
    if (!clean) report(name, values);
  }
  for (const name of recordAttributes) {
    const records = mapSides<Partial<PageEntry>, Record<string, unknown>>(
      both,
      (side) => side[name] ?? {},
    );
    const { record, conflicts: names } = mergeRecords(records);
    if (Object.keys(record).length > 0) merged[name] = record;
    for (const member of names) {
      report(
        `${name}.${member}`,
        mapSides(records, (side) => memberOf(side, member)),
      );
    }
  }
  const places = mapSides(both, placeOf);
  const place = mergeValue(places);
  if (!place.clean && !context.isSamePlace(ours.id)) report('place', places);
  const bodies = mapSides(both, bodyOf);
  const whole = mergeValue(bodies);
  const body = whole.clean ? whole : await context.mergeBody(bodies);
  if (!body.clean) report('body', bodies);
  const page = { ...merged, ...place.value, ...body.value, ...metadataOf(both) };
  return { page: withoutUndefined(page) as unknown as PageEntry, conflicts };
}

/** What becomes of a page that at least one side does not have. */
function mergeExistence({ base, ours, theirs }: Sides<PageEntry | null>): MergedPage {
  const kept = ours ?? theirs;
  if (!kept || !base) return { page: kept, conflicts: [] };
  if (isSameValue(kept, base)) return { page: null, conflicts: [] };
  const conflict: Conflict = {
    subject: 'page',
    id: kept.id,
    attribute: 'existence',
    base,
    ours,
    theirs,
    stands: ours ? 'ours' : 'theirs',
  };
  return { page: kept, conflicts: [conflict] };
}

function placeOf({ parent, position }: Partial<PageEntry>): Partial<PageEntry> {
  return { parent, position };
}

function bodyOf({ source, sourceStart }: Partial<PageEntry>): Body {
  return { source, sourceStart };
}

/** Times and origin, which no reader would call a change. */
function metadataOf(sides: Sides<Partial<PageEntry>>): Partial<PageEntry> {
  const { ours, theirs } = sides;
  return {
    git: mergeValue(mapSides(sides, ({ git }) => git)).value,
    createdAt: [ours.createdAt ?? '', theirs.createdAt ?? ''].toSorted()[0],
    updatedAt: [ours.updatedAt ?? '', theirs.updatedAt ?? ''].toSorted()[1],
  };
}

function withoutUndefined(record: Record<string, unknown>): Record<string, unknown> {
  return Object.fromEntries(Object.entries(record).filter(([, value]) => value !== undefined));
}
