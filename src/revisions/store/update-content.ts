import { requireReadableJson } from '../../database/refused-text.ts';
import type { Entry } from './chunk.ts';
import type { ContentReader, ContentStore } from './content-reader.ts';
import { updateTrie, type Changes } from './trie.ts';
import { trieDifferences, type Differences } from './trie-differences.ts';

/**
 * Applies changes to the content below a root. Returns the new root and its number of entries.
 *
 * @throws BAD_USER_INPUT for an entry with the character U+0000
 */
export async function updateContent<Item extends Entry>(
  store: ContentStore,
  rootHash: string,
  changes: Changes<Item>,
): Promise<{ hash: string; size: number }> {
  requireReadableJson([...changes.values()]);
  const { root, written } = await updateTrie<Item>(rootHash, changes, (hash) => store.chunk(hash));
  await store.storeChunks(written);
  return { hash: root.hash, size: root.size };
}

/** Returns the differing entries of the contents below two roots. Reads only the differences. */
export function compareContent<Item extends Entry>(
  reader: ContentReader,
  before: string,
  after: string,
): Promise<Differences<Item>> {
  return trieDifferences<Item>(before, after, (hash) => reader.chunk(hash));
}
