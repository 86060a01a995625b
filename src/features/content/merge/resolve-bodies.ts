import type { Entry } from '../store/chunk.ts';
import type { Body } from '../store/entry.ts';
import type { ContentStore } from '../store/content-reader.ts';
import type { EntryDraft } from '../store/entry-draft.ts';
import type { Conflict } from './conflict.ts';
import { mergeBodies } from './merge-bodies.ts';
import type { Sides } from './merge-value.ts';

/**
 * Gives entries the texts of one side, where both differ. What was written since stays, but for the
 * lines of the conflicts.
 *
 * @param entries all of a kind, changed in place
 * @param conflicts of the texts of these entries and of others
 */
export async function resolveBodies<Item extends Entry & Body>(
  store: ContentStore,
  entries: EntryDraft<Item>,
  conflicts: readonly Conflict[],
  side: Conflict['stands'],
): Promise<void> {
  const there = await Promise.all(conflicts.map(({ id }) => entries.entry(id)));
  let open = conflicts.filter(({ stands }, index) => stands !== side && there[index]);
  while (open.length > 0) {
    // One after the other where an entry has several, all entries at once.
    const round = new Set(new Map(open.map((conflict) => [conflict.id, conflict])).values());
    open = open.filter((conflict) => !round.has(conflict));
    await resolveRound(store, entries, [...round], side);
  }
}

async function resolveRound<Item extends Entry & Body>(
  store: ContentStore,
  entries: EntryDraft<Item>,
  conflicts: readonly Conflict[],
  side: Conflict['stands'],
): Promise<void> {
  // What became of the text, and what would have become of it had the other side stood: the
  // difference is what is to be done to the text as it is.
  const settled = conflicts.map((conflict): Sides<Body> => ({
    base: bodyOf(conflict.base),
    ours: bodyOf(conflict[conflict.stands]),
    theirs: bodyOf(conflict[side]),
  }));
  const mirrored = settled.map(({ base, ours, theirs }) => ({ base, ours: theirs, theirs: ours }));
  const merged = await mergeBodies(store, [...settled, ...mirrored]);
  const current = await Promise.all(
    conflicts.map(async ({ id }): Promise<Body> => {
      const entry = await entries.entry(id);
      return { source: entry?.source, sourceStart: entry?.sourceStart };
    }),
  );
  const resolved = await mergeBodies(
    store,
    current.map((body, index) => ({
      base: merged[index]?.value ?? {},
      ours: merged[index + conflicts.length]?.value ?? {},
      theirs: body,
    })),
  );
  for (const [index, { id }] of conflicts.entries()) {
    const entry = await entries.entry(id);
    if (entry) await entries.put({ ...entry, ...resolved[index]?.value });
  }
}

function bodyOf(value: unknown): Body {
  return value ?? {};
}
