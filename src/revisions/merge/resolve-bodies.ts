import type { Entry } from '../store/chunk.ts';
import type { Body } from '../store/entry.ts';
import type { ContentStore } from '../store/content-reader.ts';
import type { EntryDraft } from '../store/entry-draft.ts';
import type { Conflict } from './conflict.ts';
import { mergeBodies } from './merge-bodies.ts';
import type { Sides } from './merge-value.ts';

/**
 * Resolves conflicts of texts in favor of one side. Later changes are kept, except in the
 * conflicting lines.
 *
 * @param entries all entries of a kind, changed in place
 * @param conflicts of the texts of these and other entries
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
    // Conflicts of one entry are resolved serially, those of different entries together.
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
  // The difference between the merged text and the text that the other side would have produced is
  // applied to the current text.
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
