import { requireReadableJson } from '../../database/refused-text.ts';
import type { Chunk, Entry } from './chunk.ts';
import type { ContentReader, ContentStore } from './content-reader.ts';
import { updateTrie, type Changes } from './trie.ts';
import { trieDifferences, type Differences } from './trie-differences.ts';

/** Content below a root, and its changes. */
interface ChangedPart {
  rootHash: string;
  changes: Changes<Entry>;
}

/**
 * Applies changes to several parts of content. Returns their new roots. Reads of all parts are
 * batched, and what is new of them is stored at once.
 *
 * @throws BAD_USER_INPUT for an entry with the character U+0000
 */
export async function updateContent(
  store: ContentStore,
  parts: readonly ChangedPart[],
): Promise<Chunk<Entry>[]> {
  for (const { changes } of parts) requireReadableJson([...changes.values()]);
  const updates = await Promise.all(
    parts.map(({ rootHash, changes }) =>
      updateTrie<Entry>(rootHash, changes, (hash) => store.chunk(hash)),
    ),
  );
  const written = new Map(
    updates.flatMap((one) => one.written.map((chunk) => [chunk.hash, chunk])),
  );
  await store.storeChunks([...written.values()]);
  return updates.map(({ root }) => root);
}

/** Returns the differing entries of the contents below two roots. Reads only the differences. */
export function compareContent<Item extends Entry>(
  reader: ContentReader,
  before: string,
  after: string,
): Promise<Differences<Item>> {
  return trieDifferences<Item>(before, after, (hash) => reader.chunk(hash));
}
