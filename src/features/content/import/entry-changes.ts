import { canonicalJson } from '../../../lib/canonical-json.ts';
import type { Entry } from '../store/chunk.ts';
import type { Pairing } from './pairing.ts';

/**
 * What makes the entries of a revision, which have no order, those of a folder: entries that are as
 * they were are not written, those that the folder does not have are taken out.
 *
 * @param pairing what the folder has, as far as the revision has it
 * @param entryOf the entry that something of the folder becomes
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
