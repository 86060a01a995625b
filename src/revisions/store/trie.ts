import {
  digitOf,
  FAN_OUT,
  innerOf,
  LEAF_SIZE_MAX,
  leafOf,
  NO_CHILD,
  type Chunk,
  type Entry,
} from './chunk.ts';

/** Changed entries by id; null deletes the entry. */
export type Changes<Item extends Entry> = ReadonlyMap<string, Item | null>;

/** Loads a chunk by its hash. Should batch concurrent calls. */
export type LoadChunk<Item extends Entry> = (hash: string) => Promise<Chunk<Item>>;

export interface Update<Item extends Entry> {
  root: Chunk<Item>;
  /** Chunks that may be new, including the root. */
  written: Chunk<Item>[];
}

/**
 * Applies changes to a trie. Reads and writes only the chunks on the paths to changes.
 *
 * @param rootHash current root
 */
export async function updateTrie<Item extends Entry>(
  rootHash: string,
  changes: Changes<Item>,
  load: LoadChunk<Item>,
): Promise<Update<Item>> {
  const written: Chunk<Item>[] = [];
  const root = await updateChunk(await load(rootHash), changes, 0, { load, written });
  return { root, written: written.length === 0 ? [root] : written };
}

interface Work<Item extends Entry> {
  load: LoadChunk<Item>;
  written: Chunk<Item>[];
}

async function updateChunk<Item extends Entry>(
  chunk: Chunk<Item>,
  changes: Changes<Item>,
  depth: number,
  work: Work<Item>,
): Promise<Chunk<Item>> {
  if (changes.size === 0) return chunk;
  if (chunk.kind === 'leaf') {
    const entries = new Map(chunk.entries.map((entry) => [entry.id, entry]));
    for (const [id, entry] of changes) {
      if (entry) entries.set(id, entry);
      else entries.delete(id);
    }
    return build([...entries.values()], depth, work);
  }
  const parts = splitByDigit([...changes], ([id]) => id, depth);
  let { size } = chunk;
  const children = await Promise.all(
    chunk.children.map(async (hash, digit) => {
      const part = parts[digit] ?? [];
      if (part.length === 0) return hash;
      const child = hash === NO_CHILD ? leafOf<Item>([]) : await work.load(hash);
      const updated = await updateChunk(child, new Map(part), depth + 1, work);
      size += updated.size - child.size;
      return updated.size === 0 ? NO_CHILD : updated.hash;
    }),
  );
  if (size <= LEAF_SIZE_MAX) return collapse(children, depth, work);
  return keep(innerOf(children, size), work);
}

/** Builds the trie of entries, from a depth on. */
function build<Item extends Entry>(
  entries: readonly Item[],
  depth: number,
  work: Work<Item>,
): Chunk<Item> {
  if (entries.length <= LEAF_SIZE_MAX) return keep(leafOf(entries), work);
  const children = splitByDigit(entries, ({ id }) => id, depth).map((part) =>
    part.length === 0 ? NO_CHILD : build(part, depth + 1, work).hash,
  );
  return keep(innerOf(children, entries.length), work);
}

/** Replaces a subtree that became small with one leaf. */
async function collapse<Item extends Entry>(
  children: readonly string[],
  depth: number,
  work: Work<Item>,
): Promise<Chunk<Item>> {
  const fresh = new Map(work.written.map((chunk) => [chunk.hash, chunk]));
  const entries = await Promise.all(
    children
      .filter((hash) => hash !== NO_CHILD)
      .map(async (hash) => fresh.get(hash) ?? (await work.load(hash)))
      .map(async (chunk) => entriesBelow(await chunk, work, fresh)),
  );
  return build(entries.flat(), depth, work);
}

async function entriesBelow<Item extends Entry>(
  chunk: Chunk<Item>,
  work: Work<Item>,
  fresh: ReadonlyMap<string, Chunk<Item>>,
): Promise<readonly Item[]> {
  if (chunk.kind === 'leaf') return chunk.entries;
  const below = await Promise.all(
    chunk.children
      .filter((hash) => hash !== NO_CHILD)
      .map(async (hash) => entriesBelow(fresh.get(hash) ?? (await work.load(hash)), work, fresh)),
  );
  return below.flat();
}

function keep<Item extends Entry>(chunk: Chunk<Item>, work: Work<Item>): Chunk<Item> {
  work.written.push(chunk);
  return chunk;
}

function splitByDigit<Part>(
  parts: readonly Part[],
  idOf: (part: Part) => string,
  depth: number,
): Part[][] {
  const split = Array.from({ length: FAN_OUT }, (): Part[] => []);
  for (const part of parts) split[digitOf(idOf(part), depth)]?.push(part);
  return split;
}
