import { canonicalJson } from '../../../lib/canonical-json.ts';
import type { Entry } from '../../../revisions/store/chunk.ts';
import type { Pairing } from './pairing.ts';

/**
 * Returns the changes from the unordered entries of a revision to those of a folder. Unchanged
 * entries are not written; entries missing in the folder are deleted.
 *
 * @param pairing pairs of folder entries and revision entries
 * @param entryOf returns the new entry
 */
export function entryChanges<Item extends Entry, Incoming>(
  pairing: Pairing<Item, Incoming>,
  incoming: readonly Incoming[],
  entryOf: (incoming: Incoming, known: Item | undefined) => Item,
): Map<string, Item | null> {
  const changes = new Map<string, Item | null>([...pairing.free.keys()].map((id) => [id, null]));
  for (const one of incoming) {
    const known = pairing.found.get(one);
    const entry = entryOf(one, known);
    if (!known || canonicalJson(known) !== canonicalJson(entry)) changes.set(entry.id, entry);
  }
  return changes;
}
