import { leafOf, type Chunk, type Entry } from '../../../src/revisions/store/chunk.ts';
import type { ContentStore } from '../../../src/revisions/store/content-reader.ts';
import type { PageEntry } from '../../../src/revisions/store/entry.ts';
import { sha256 } from '../../../src/lib/hash.ts';

/** Content in memory, by its names. */
export class MemoryContent implements ContentStore {
  readonly #chunks = new Map<string, Chunk<Entry>>();
  readonly #blobs = new Map<string, Buffer>();

  constructor() {
    const empty = leafOf([]);
    this.#chunks.set(empty.hash, empty);
  }

  chunk<Item extends Entry>(hash: string): Promise<Chunk<Item>> {
    return Promise.resolve(this.#chunk<Item>(hash));
  }

  blobs(hashes: readonly string[]): Promise<Buffer[]> {
    return Promise.resolve(hashes.map((hash) => this.#blob(hash)));
  }

  blobSizes(hashes: readonly string[]): Promise<ReadonlyMap<string, number>> {
    return Promise.resolve(new Map(hashes.map((hash) => [hash, this.#blob(hash).byteLength])));
  }

  children(family: { pagesHash: string; parent: string | null }): Promise<PageEntry[]> {
    const pages = this.entries<PageEntry>(family.pagesHash);
    return Promise.resolve(pages.filter(({ parent }) => parent === family.parent));
  }

  storeBlobs(contents: readonly Buffer<ArrayBuffer>[]): Promise<string[]> {
    const hashes = contents.map((content) => sha256(content));
    for (const [index, hash] of hashes.entries()) {
      const content = contents[index];
      if (content) this.#blobs.set(hash, content);
    }
    return Promise.resolve(hashes);
  }

  storeChunks<Item extends Entry>(chunks: readonly Chunk<Item>[]): Promise<void> {
    for (const chunk of chunks) this.#chunks.set(chunk.hash, chunk);
    return Promise.resolve();
  }

  /** All entries below a root chunk, which are of the type that the caller asks for. */
  // oxlint-disable-next-line typescript/no-unnecessary-type-parameters
  entries<Item extends Entry>(hash: string): readonly Item[] {
    const chunk = this.#chunk<Item>(hash);
    if (chunk.kind === 'leaf') return chunk.entries;
    return chunk.children.flatMap((child) => (child === '' ? [] : this.entries<Item>(child)));
  }

  text(hash: string): string {
    return String(this.#blob(hash));
  }

  #chunk<Item extends Entry>(hash: string): Chunk<Item> {
    const chunk = this.#chunks.get(hash);
    if (!chunk) throw new Error(`There is no chunk ${hash}.`);
    // A hash names what is below it, so equal ones have entries of one type.
    return chunk as Chunk<Item>;
  }

  #blob(hash: string): Buffer {
    const blob = this.#blobs.get(hash);
    if (!blob) throw new Error(`There is no blob ${hash}.`);
    return blob;
  }
}
