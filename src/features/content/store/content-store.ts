import DataLoader from 'dataloader';
import { LRUCache } from 'lru-cache';
import { sql, type Database, type PrismaTransaction } from '../../../database/database.ts';
import type { Prisma } from '../../../database/generated/prisma/client.ts';
import { sha256 } from '../../../lib/hash.ts';
import { leafOf, type Chunk, type Entry } from './chunk.ts';
import type { FileEntry, PageEntry } from './entry.ts';
import { PageTree } from './page-tree.ts';
import { updateTrie, type Changes } from './trie.ts';

/** How many entries of revisions stay in memory: content is immutable, so they never go stale. */
const CACHED_ENTRIES_MAX = 200_000;
/** Most rows of one INSERT. */
const INSERT_ROWS_MAX = 200;

const trees = new LRUCache<string, PageTree>({
  maxSize: CACHED_ENTRIES_MAX,
  sizeCalculation: (tree) => tree.size + 1,
});
const fileLists = new LRUCache<string, readonly FileEntry[]>({
  maxSize: CACHED_ENTRIES_MAX,
  sizeCalculation: (files) => files.length + 1,
});

/** The root of content without any entry. */
export const emptyRoot = leafOf([]).hash;

/** The pages below a root chunk. */
export async function loadPageTree(db: Database, rootHash: string): Promise<PageTree> {
  const cached = trees.get(rootHash);
  if (cached) return cached;
  const tree = new PageTree(await loadEntries<PageEntry>(db, rootHash));
  trees.set(rootHash, tree);
  return tree;
}

/** The files below a root chunk, by id. */
export async function loadFiles(db: Database, rootHash: string): Promise<readonly FileEntry[]> {
  const cached = fileLists.get(rootHash);
  if (cached) return cached;
  const entries = await loadEntries<FileEntry>(db, rootHash);
  const files = entries.toSorted((a, b) => (a.id < b.id ? -1 : 1));
  fileLists.set(rootHash, files);
  return files;
}

/** The bytes of blobs, in the order of their hashes; null for one that does not exist. */
export async function loadBlobs(
  db: Database,
  hashes: readonly string[],
): Promise<(Buffer | null)[]> {
  const rows = await db.query(
    sql`SELECT t.hash, t.bytes FROM blobs t WHERE t.hash = ANY(${[...hashes]}::text[])`,
  );
  const byHash = new Map(rows.map(([hash, bytes]) => [hash as string, bytes as Buffer]));
  return hashes.map((hash) => byHash.get(hash) ?? null);
}

/** Stores bytes once per distinct content. Answers the hashes, in order. */
export async function storeBlobs(
  transaction: PrismaTransaction,
  contents: readonly Uint8Array[],
): Promise<string[]> {
  const rows = contents.map((content) => ({
    hash: sha256(content),
    size: content.byteLength,
    bytes: Uint8Array.from(content),
  }));
  for (const part of inParts(rows)) {
    await transaction.blob.createMany({ data: part, skipDuplicates: true });
  }
  return rows.map(({ hash }) => hash);
}

/** Applies changes to the content below a root. Answers the new root and how many entries it has. */
export async function updateContent<Item extends Entry>(
  transaction: PrismaTransaction,
  rootHash: string,
  changes: Changes<Item>,
): Promise<{ hash: string; size: number }> {
  const chunks = new DataLoader((hashes: readonly string[]) =>
    loadChunks<Item>(transaction, hashes),
  );
  const { root, written } = await updateTrie<Item>(rootHash, changes, (hash) => chunks.load(hash));
  const rows = written.map((chunk) => ({
    hash: chunk.hash,
    size: chunk.size,
    children: chunk.kind === 'inner' ? [...chunk.children] : [],
    ...(chunk.kind === 'leaf' && { entries: chunk.entries as unknown as Prisma.InputJsonArray }),
  }));
  for (const part of inParts(rows)) {
    await transaction.contentChunk.createMany({ data: part, skipDuplicates: true });
  }
  return { hash: root.hash, size: root.size };
}

async function loadChunks<Item extends Entry>(
  transaction: PrismaTransaction,
  hashes: readonly string[],
): Promise<Chunk<Item>[]> {
  const rows = await transaction.contentChunk.findMany({ where: { hash: { in: [...hashes] } } });
  const byHash = new Map(rows.map((row) => [row.hash, row]));
  return hashes.map((hash): Chunk<Item> => {
    const row = byHash.get(hash);
    if (!row) {
      if (hash === emptyRoot) return leafOf<Item>([]);
      throw new Error(`The content chunk ${hash} is missing.`);
    }
    const { size, children, entries } = row;
    return entries === null
      ? { kind: 'inner', hash, size, children }
      : { kind: 'leaf', hash, size, entries: entries as unknown as Item[] };
  });
}

/** All entries below a root, in one statement. */
async function loadEntries<Item extends Entry>(db: Database, rootHash: string): Promise<Item[]> {
  const rows = await db.query(sql`
    WITH RECURSIVE below(hash, children, entries) AS (
      SELECT c.hash, c.children, c.entries FROM content_chunks c WHERE c.hash = ${rootHash}
      UNION ALL
      SELECT c.hash, c.children, c.entries
      FROM below CROSS JOIN unnest(below.children) child(hash)
      JOIN content_chunks c ON c.hash = child.hash
    )
    SELECT entries FROM below WHERE entries IS NOT NULL`);
  return rows.flatMap(([entries]) => entries as Item[]);
}

function inParts<Item>(items: readonly Item[]): Item[][] {
  const parts: Item[][] = [];
  for (let start = 0; start < items.length; start += INSERT_ROWS_MAX) {
    parts.push(items.slice(start, start + INSERT_ROWS_MAX));
  }
  return parts;
}
