import type { Entry } from '../store/chunk.ts';
import type { Body } from '../store/entry.ts';
import type { TextStore } from '../store/text-store.ts';
import type { Conflict } from './conflict.ts';
import { mergeBodies } from './merge-bodies.ts';
import type { Sides } from './merge-value.ts';

/**
 * Gives entries the texts of one side, where both differ. What was written since stays, but for the
 * lines of the conflicts.
 *
 * @param entries all of a kind by id, changed in place
 * @param conflicts of the texts of these entries and of others
 */
export async function resolveBodies<Item extends Entry & Body>(
  texts: TextStore,
  entries: Map<string, Item>,
  conflicts: readonly Conflict[],
  side: Conflict['stands'],
): Promise<void> {
  let open = conflicts.filter(({ id, stands }) => stands !== side && entries.has(id));
  while (open.length > 0) {
    // One after the other where an entry has several, all entries at once.
    const round = new Set(new Map(open.map((conflict) => [conflict.id, conflict])).values());
    open = open.filter((conflict) => !round.has(conflict));
    await resolveRound(texts, entries, [...round], side);
  }
}

async function resolveRound<Item extends Entry & Body>(
  texts: TextStore,
  entries: Map<string, Item>,
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
  const merged = await mergeBodies(texts, [...settled, ...mirrored]);
  const current = conflicts.map(({ id }): Body => {
    const entry = entries.get(id);
    return { source: entry?.source, sourceStart: entry?.sourceStart };
  });
  const resolved = await mergeBodies(
    texts,
    current.map((body, index) => ({
      base: merged[index]?.value ?? {},
      ours: merged[index + conflicts.length]?.value ?? {},
      theirs: body,
    })),
  );
  for (const [index, { id }] of conflicts.entries()) {
    const entry = entries.get(id);
    if (entry) entries.set(id, { ...entry, ...resolved[index]?.value });
  }
}

function bodyOf(value: unknown): Body {
  return value ?? {};
}
