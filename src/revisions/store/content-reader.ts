import DataLoader from 'dataloader';
import { readerOf, type PrismaTransaction, type Reader } from '../../database/database.ts';
import { sha256 } from '../../lib/hash.ts';
import type { Chunk, Entry } from './chunk.ts';
import { blobSizes, loadBlobs, loadChunks, storeBlobs, storeChunks } from './content-store.ts';
import type { PageEntry } from './entry.ts';
import { childEntriesOf, type Family } from './page-children.ts';

/** Reads content by hash. Concurrent reads are batched. */
export interface ContentReader {
  chunk<Item extends Entry>(hash: string): Promise<Chunk<Item>>;
  /** Returns the bytes of blobs, in order. */
  blobs(hashes: readonly string[]): Promise<Buffer[]>;
  /** Returns the sizes of blobs in bytes, by hash. */
  blobSizes(hashes: readonly string[]): Promise<ReadonlyMap<string, number>>;
  /** Returns the child pages of a page, or the top-level pages, in any order. */
  children(family: Family): Promise<readonly PageEntry[]>;
}

/** Reads and writes content, once per distinct content. */
export interface ContentStore extends ContentReader {
  /** Returns the hashes, in order. */
  storeBlobs(contents: readonly Buffer<ArrayBuffer>[]): Promise<string[]>;
  storeChunks<Item extends Entry>(chunks: readonly Chunk<Item>[]): Promise<void>;
}

/** The content of a transaction. */
interface TransactionStore extends ContentStore {
  /** Returns whether the transaction stored a blob itself, so that its bytes are in memory. */
  hasStored(hash: string): boolean;
}

/** Creates a reader of the database, which caches what it read. */
export function contentReaderOf(db: Reader): ContentReader {
  return readWith(db, new DataLoader((hashes) => loadChunks<Entry>(db, hashes)));
}

const stores = new WeakMap<PrismaTransaction, TransactionStore>();

/** Returns the store of a transaction, which caches what it read. */
export function contentStoreOf(transaction: PrismaTransaction): TransactionStore {
  const known = stores.get(transaction);
  if (known) return known;
  const db = readerOf(transaction);
  const loader: ChunkLoader = new DataLoader((hashes) => loadChunks<Entry>(db, hashes));
  const stored = new Map<string, Buffer>();
  const reader = readWith(db, loader);
  const store: TransactionStore = {
    ...reader,
    async blobs(hashes) {
      const others = hashes.filter((hash) => !stored.has(hash));
      const loaded = others.length === 0 ? [] : await reader.blobs(others);
      const queue = [...loaded];
      return hashes.map((hash) => stored.get(hash) ?? (queue.shift() as Buffer));
    },
    hasStored: (hash) => stored.has(hash),
    async storeBlobs(contents) {
      const hashes = await storeBlobs(transaction, contents);
      for (const [index, hash] of hashes.entries()) stored.set(hash, contents[index] as Buffer);
      return hashes;
    },
    storeChunks: (chunks) => storeChunks(transaction, chunks),
  };
  stores.set(transaction, store);
  return store;
}

type ChunkLoader = DataLoader<string, Chunk<Entry>>;

function readWith(db: Reader, chunks: ChunkLoader): ContentReader {
  const families = new DataLoader<Family, readonly PageEntry[], string>(
    (asked) => childEntriesOf(db, asked),
    { cacheKeyFn: ({ pagesHash, parent }) => `${pagesHash} ${parent ?? ''}` },
  );
  return {
    // A hash identifies all content below it, so equal hashes have entries of one type.
    chunk: ((hash) => chunks.load(hash)) as ContentReader['chunk'],
    blobs: (hashes) => loadBlobs(db, hashes),
    blobSizes: (hashes) => blobSizes(db, hashes),
    children: (family) => families.load(family),
  };
}

/** Creates a store that discards writes, for a trial merge. */
export function contentDrafts(reader: ContentReader): ContentStore {
  return {
    chunk: (hash) => reader.chunk(hash),
    blobs: (hashes) => reader.blobs(hashes),
    blobSizes: (hashes) => reader.blobSizes(hashes),
    children: (family) => reader.children(family),
    storeBlobs: (contents) => Promise.resolve(contents.map((content) => sha256(content))),
    storeChunks: () => Promise.resolve(),
  };
}
