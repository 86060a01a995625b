import { LRUCache } from 'lru-cache';
import { sql, type PrismaTransaction, type Reader } from '../../database/database.ts';
import { AppError, conflict } from '../../errors.ts';
import { sha256 } from '../../lib/hash.ts';
import { blobsOf, leafOf, parentsOf, type Chunk, type Entry } from './chunk.ts';
import { chunkSql } from './chunk-sql.ts';
import type { PageEntry } from './entry.ts';
import { PageTree } from './page-tree.ts';
import { holdRows, storeRows, type HashedTable } from './store-rows.ts';

/** Maximum number of entries in memory. Content is immutable, so they never go stale. */
const CACHED_ENTRIES_MAX = 200_000;
/** The same of those in chunks, which writers read: the next edit is often nearby. */
const CACHED_CHUNK_ENTRIES_MAX = 20_000;
/**
 * Maximum number of entries that one statement reads: the size of the cache, and of ten of the
 * largest folders.
 */
const ENTRIES_READ_MAX = 200_000;
/** Maximum number of bytes of blobs that one statement reads: 64 MB. */
const BLOBS_SIZE_MAX = 64 * 1024 * 1024;

const BLOBS: HashedTable = {
  name: 'blobs',
  columns: [
    ['size', 'int'],
    ['bytes', 'bytea'],
  ],
};
const CHUNKS: HashedTable = {
  name: 'content_chunks',
  columns: [
    ['size', 'int'],
    ['children', 'text[]'],
    ['blobs', 'text[]'],
    ['parents', 'text[]'],
    ['entries', 'json'],
  ],
};

const trees = new LRUCache<string, PageTree>({
  maxSize: CACHED_ENTRIES_MAX,
  sizeCalculation: (tree) => tree.size + 1,
});
const entryLists = new LRUCache<string, { entries: readonly Entry[] }>({
  maxSize: CACHED_ENTRIES_MAX,
  sizeCalculation: ({ entries }) => entries.length + 1,
});

const chunks = new LRUCache<string, Chunk<Entry>>({
  maxSize: CACHED_CHUNK_ENTRIES_MAX,
  sizeCalculation: (chunk) => (chunk.kind === 'leaf' ? chunk.entries.length : 0) + 1,
});

/** The root of empty content. */
export const emptyRoot = leafOf([]).hash;

/**
 * Loads the pages below root chunks, in the order of the roots. One statement for all that are not
 * cached.
 */
export function loadPageTrees(db: Reader, rootHashes: readonly string[]): Promise<PageTree[]> {
  return loadCached(trees, rootHashes, async (missing) => {
    const lists = await loadEntries<PageEntry>(db, missing);
    return lists.map((entries) => new PageTree(entries));
  });
}

/**
 * Loads the unordered entries below root chunks, such as files, each list sorted by id. One
 * statement for all that are not cached.
 */
export async function loadEntryLists<Item extends Entry>(
  db: Reader,
  rootHashes: readonly string[],
): Promise<(readonly Item[])[]> {
  const found = await loadCached(entryLists, rootHashes, async (missing) => {
    const loaded = await loadEntries(db, missing);
    return loaded.map((entries) => ({
      entries: entries.toSorted((a, b) => (a.id < b.id ? -1 : 1)),
    }));
  });
  // A root is the hash of all content below it, so equal roots have entries of one type.
  return found.map(({ entries }) => entries as readonly Item[]);
}

/**
 * Loads the bytes of blobs, in the order of their hashes, in one statement.
 *
 * @throws QUERY_TOO_COMPLEX, before any byte is read, when all together exceed BLOBS_SIZE_MAX
 */
export async function loadBlobs(db: Reader, hashes: readonly string[]): Promise<Buffer[]> {
  const rows = (await db.query(sql`
    SELECT s.hash, s.total::float8, b.bytes
    FROM (
      SELECT t.hash, sum(t.size) OVER () AS total FROM blobs t
      WHERE t.hash = ANY(${[...hashes]}::text[])
    ) s LEFT JOIN blobs b ON b.hash = s.hash AND s.total <= ${BLOBS_SIZE_MAX}`)) as [
    string,
    number,
    Uint8Array | null,
  ][];
  const total = rows[0]?.[1] ?? 0;
  if (total > BLOBS_SIZE_MAX) {
    throw new AppError(
      'QUERY_TOO_COMPLEX',
      `The texts asked for have ${total} bytes together, but at most ${BLOBS_SIZE_MAX} are ` +
        'read at once: ask for fewer pages.',
    );
  }
  const byHash = new Map(rows.map(([hash, , bytes]) => [hash, bytes]));
  return hashes.map((hash) => {
    const bytes = byHash.get(hash);
    if (!bytes) throw new Error(`The blob ${hash} is missing.`);
    // A transaction returns a plain array.
    return Buffer.isBuffer(bytes) ? bytes : Buffer.from(bytes);
  });
}

/** Returns the sizes of blobs in bytes, by hash. */
export async function blobSizes(
  db: Reader,
  hashes: readonly string[],
): Promise<ReadonlyMap<string, number>> {
  const rows = (await db.query(
    sql`SELECT t.hash, t.size FROM blobs t WHERE t.hash = ANY(${[...hashes]}::text[])`,
  )) as [string, number][];
  return new Map(rows);
}

/** Returns those of the hashes whose blobs are stored. */
export async function storedBlobs(db: Reader, hashes: readonly string[]): Promise<Set<string>> {
  const rows = await db.query(
    sql`SELECT t.hash FROM blobs t WHERE t.hash = ANY(${[...hashes]}::text[])`,
  );
  return new Set(rows.map(([hash]) => hash as string));
}

/** Stores bytes, once per distinct content. Returns the hashes, in order. */
export async function storeBlobs(
  transaction: PrismaTransaction,
  contents: readonly Uint8Array<ArrayBuffer>[],
): Promise<string[]> {
  const rows = contents.map((bytes) => ({
    hash: sha256(bytes),
    values: [bytes.byteLength, bytes],
  }));
  await storeRows(transaction, BLOBS, rows);
  return rows.map(({ hash }) => hash);
}

/**
 * Protects stored blobs from collection until the transaction ends, so that it can refer to them.
 *
 * @throws CONFLICT when an unreferenced blob was collected in the meantime
 */
export async function keepBlobs(
  transaction: PrismaTransaction,
  hashes: readonly string[],
): Promise<void> {
  const held = await holdRows(transaction, BLOBS, hashes);
  if (hashes.every((hash) => held.has(hash))) return;
  throw conflict('Some of the content was cleared away before it was in use: do this once more.');
}

/** Stores chunks, once per distinct content. */
export async function storeChunks<Item extends Entry>(
  transaction: PrismaTransaction,
  written: readonly Chunk<Item>[],
): Promise<void> {
  const rows = written.map((chunk) => {
    const { hash, size } = chunk;
    if (chunk.kind === 'inner') return { hash, values: [size, chunk.children, [], [], null] };
    const { entries } = chunk;
    return {
      hash,
      values: [size, [], blobsOf(entries), parentsOf(entries), JSON.stringify(entries)],
    };
  });
  await storeRows(transaction, CHUNKS, rows);
  for (const chunk of written) chunks.set(chunk.hash, chunk);
}

/** Loads the chunks with these hashes, in order. One statement for all that are not cached. */
export async function loadChunks<Item extends Entry>(
  db: Reader,
  hashes: readonly string[],
): Promise<Chunk<Item>[]> {
  const loaded = await loadCached(chunks, hashes, async (missing) => {
    const rows = (await db.query(sql`
      SELECT c.hash, c.size, c.children, c.entries FROM content_chunks c
      WHERE c.hash = ANY(${[...missing]}::text[])`)) as [
      string,
      number,
      string[],
      Entry[] | null,
    ][];
    const byHash = new Map(rows.map((row) => [row[0], row]));
    return missing.map((hash): Chunk<Entry> => {
      const row = byHash.get(hash);
      if (!row) {
        if (hash === emptyRoot) return leafOf([]);
        throw new Error(`The content chunk ${hash} is missing.`);
      }
      const [, size, children, entries] = row;
      return entries === null
        ? { kind: 'inner', hash, size, children }
        : { kind: 'leaf', hash, size, entries };
    });
  });
  // A hash identifies all entries below it, so equal hashes have entries of one type.
  return loaded as Chunk<Item>[];
}

/** Returns contents by their hashes, from the cache where possible. */
async function loadCached<Content extends object>(
  cache: LRUCache<string, Content>,
  rootHashes: readonly string[],
  load: (rootHashes: readonly string[]) => Promise<Content[]>,
): Promise<Content[]> {
  const found = new Map(rootHashes.map((hash) => [hash, cache.get(hash)]));
  const missing = rootHashes.filter((hash) => !found.get(hash));
  const loaded = missing.length === 0 ? [] : await load(missing);
  for (const [index, hash] of missing.entries()) {
    const content = loaded[index];
    cache.set(hash, content);
    found.set(hash, content);
  }
  return rootHashes.flatMap((hash) => found.get(hash) ?? []);
}

/**
 * Loads all entries below each root, in one statement.
 *
 * @throws QUERY_TOO_COMPLEX, before any entry is read, when all together exceed ENTRIES_READ_MAX
 */
async function loadEntries<Item extends Entry>(
  db: Reader,
  rootHashes: readonly string[],
): Promise<Item[][]> {
  const rows = (await db.query(sql`
    WITH RECURSIVE roots AS (
      SELECT root.number, c.children, c.entries, sum(c.size) OVER () AS total
      FROM unnest(${[...rootHashes]}::text[]) WITH ORDINALITY root(hash, number)
      ${chunkSql(sql`root.hash`)}
    ), below(number, children, entries) AS (
      SELECT number, children, entries FROM roots WHERE total <= ${ENTRIES_READ_MAX}
      UNION ALL
      SELECT below.number, c.children, c.entries
      FROM below CROSS JOIN unnest(below.children) child(hash)
      ${chunkSql(sql`child.hash`)}
    )
    SELECT number::int, entries, NULL FROM below WHERE entries IS NOT NULL
    UNION ALL SELECT NULL, NULL, max(total)::float8 FROM roots`)) as [
    number | null,
    Item[],
    number | null,
  ][];
  const total = rows.at(-1)?.[2] ?? 0;
  if (total > ENTRIES_READ_MAX) {
    throw new AppError(
      'QUERY_TOO_COMPLEX',
      `The content asked for has ${total} pages or files together, but at most ` +
        `${ENTRIES_READ_MAX} are read at once: ask for the content of fewer revisions.`,
    );
  }
  const found = rootHashes.map((): Item[] => []);
  for (const [number, items] of rows) if (number !== null) found[number - 1]?.push(...items);
  return found;
}
