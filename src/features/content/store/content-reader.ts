import DataLoader from 'dataloader';
import { readerOf, type PrismaTransaction, type Reader } from '../../../database/database.ts';
import { sha256 } from '../../../lib/hash.ts';
import type { Chunk, Entry } from './chunk.ts';
import { blobSizes, loadBlobs, loadChunks, storeBlobs, storeChunks } from './content-store.ts';
import type { PageEntry } from './entry.ts';
import { loadChildren, type Family } from './page-children.ts';

/** Where content is read, by its names. What is asked for together is read together. */
export interface ContentReader {
  chunk<Item extends Entry>(hash: string): Promise<Chunk<Item>>;
  /** The bytes of blobs, in order. */
  blobs(hashes: readonly string[]): Promise<Buffer[]>;
  /** The sizes of blobs, in bytes, by their hashes. */
  blobSizes(hashes: readonly string[]): Promise<ReadonlyMap<string, number>>;
  /** The pages right below one, or at the top, in any order. */
  children(family: Family): Promise<readonly PageEntry[]>;
}

/** Where content is read and written, once per distinct content. */
export interface ContentStore extends ContentReader {
  /** Answers the hashes, in order. */
  storeBlobs(contents: readonly Buffer<ArrayBuffer>[]): Promise<string[]>;
  storeChunks<Item extends Entry>(chunks: readonly Chunk<Item>[]): Promise<void>;
}

/** Reads the database; what was read once is not read again. */
export function contentReaderOf(db: Reader): ContentReader {
  return readWith(db, new DataLoader((hashes) => loadChunks<Entry>(db, hashes)));
}

const stores = new WeakMap<PrismaTransaction, ContentStore>();

/** Reads and writes with a transaction, which has one store: it reads nothing twice. */
export function contentStoreOf(transaction: PrismaTransaction): ContentStore {
  const known = stores.get(transaction);
  if (known) return known;
  const db = readerOf(transaction);
  const loader: ChunkLoader = new DataLoader((hashes) => loadChunks<Entry>(db, hashes));
  const store: ContentStore = {
    ...readWith(db, loader),
    storeBlobs: (contents) => storeBlobs(transaction, contents),
    async storeChunks(chunks) {
      await storeChunks(transaction, chunks);
      for (const chunk of chunks) loader.clear(chunk.hash).prime(chunk.hash, chunk);
    },
  };
  stores.set(transaction, store);
  return store;
}

type ChunkLoader = DataLoader<string, Chunk<Entry>>;

function readWith(db: Reader, chunks: ChunkLoader): ContentReader {
  const families = new DataLoader<Family, readonly PageEntry[], string>(
    (asked) => loadChildren(db, asked),
    { cacheKeyFn: ({ pagesHash, parent }) => `${pagesHash} ${parent ?? ''}` },
  );
  return {
    // A hash names all that is below it, so equal ones have entries of one type.
    chunk: ((hash) => chunks.load(hash)) as ContentReader['chunk'],
    blobs: (hashes) => loadBlobs(db, hashes),
    blobSizes: (hashes) => blobSizes(db, hashes),
    children: (family) => families.load(family),
  };
}

/** Stores nothing: for a merge that is only looked at. */
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
