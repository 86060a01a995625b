import { FAN_OUT, NO_CHILD, leafOf, type Chunk, type Entry } from './chunk.ts';
import type { LoadChunk } from './trie.ts';

/** An entry on both sides of a comparison; null where it is missing. */
export interface Difference<Item> {
  before: Item | null;
  after: Item | null;
}

/** The differing entries of two contents, by id. */
export type Differences<Item> = ReadonlyMap<string, Difference<Item>>;

/**
 * Returns the differing entries of two tries. Equal hashes mean equal content, so only chunks on
 * the paths to differences are read.
 */
export async function trieDifferences<Item extends Entry>(
  before: string,
  after: string,
  load: LoadChunk<Item>,
): Promise<Differences<Item>> {
  const found = new Map<string, Difference<Item>>();
  await compare(before, after, { load, found });
  return found;
}

interface Comparison<Item extends Entry> {
  load: LoadChunk<Item>;
  found: Map<string, Difference<Item>>;
}

async function compare<Item extends Entry>(
  before: string,
  after: string,
  comparison: Comparison<Item>,
): Promise<void> {
  if (before === after) return;
  const [left, right] = await Promise.all([
    loadOrEmpty(before, comparison.load),
    loadOrEmpty(after, comparison.load),
  ]);
  if (left.kind === 'inner' && right.kind === 'inner') {
    await Promise.all(
      Array.from({ length: FAN_OUT }, (_, digit) =>
        compare(left.children[digit] ?? NO_CHILD, right.children[digit] ?? NO_CHILD, comparison),
      ),
    );
    return;
  }
  // One side has few entries, so most entries of the other are differences.
  const [entriesBefore, entriesAfter] = await Promise.all([
    entriesBelow(left, comparison.load),
    entriesBelow(right, comparison.load),
  ]);
  addDifferences(entriesBefore, entriesAfter, comparison.found);
}

function addDifferences<Item extends Entry>(
  before: readonly Item[],
  after: readonly Item[],
  found: Map<string, Difference<Item>>,
): void {
  const remaining = new Map(before.map((entry) => [entry.id, entry]));
  for (const entry of after) {
    const known = remaining.get(entry.id) ?? null;
    remaining.delete(entry.id);
    // The hash of a leaf identifies its entries, so equal hashes mean equal entries.
    if (known && leafOf([known]).hash === leafOf([entry]).hash) continue;
    found.set(entry.id, { before: known, after: entry });
  }
  for (const entry of remaining.values()) found.set(entry.id, { before: entry, after: null });
}

async function entriesBelow<Item extends Entry>(
  chunk: Chunk<Item>,
  load: LoadChunk<Item>,
): Promise<readonly Item[]> {
  if (chunk.kind === 'leaf') return chunk.entries;
  const below = await Promise.all(
    chunk.children.map(async (hash) => entriesBelow(await loadOrEmpty(hash, load), load)),
  );
  return below.flat();
}

async function loadOrEmpty<Item extends Entry>(
  hash: string,
  load: LoadChunk<Item>,
): Promise<Chunk<Item>> {
  return hash === NO_CHILD ? leafOf<Item>([]) : load(hash);
}
