import { isSameValue } from '../../lib/same-value.ts';
import type { Entry } from './chunk.ts';
import type { EntrySource } from './entry-reader.ts';

/** Entries that are being changed. Unwritten entries are read from their source. */
export class EntryDraft<Item extends Entry> implements EntrySource<Item> {
  protected readonly source: EntrySource<Item>;
  protected readonly written = new Map<string, Item | null>();
  /** New ids, which the source cannot contain and so are not read. */
  readonly #unknown = new Set<string>();
  #size: number;

  /** @param size number of entries in the source */
  constructor(source: EntrySource<Item>, size: number) {
    this.source = source;
    this.#size = size;
  }

  /** Current number of entries. */
  get size(): number {
    return this.#size;
  }

  /** Ids of written or deleted entries. */
  get writtenIds(): string[] {
    return [...this.written.keys()];
  }

  /** Marks an id as new. */
  addId(id: string): void {
    this.#unknown.add(id);
  }

  protected isUnknown(id: string): boolean {
    return this.#unknown.has(id);
  }

  entry(id: string): Promise<Item | null> {
    const written = this.written.get(id);
    if (written !== undefined) return Promise.resolve(written);
    return this.#unknown.has(id) ? Promise.resolve(null) : this.source.entry(id);
  }

  async put(entry: Item): Promise<void> {
    const known = await this.entry(entry.id);
    if (!known) this.#size += 1;
    this.written.set(entry.id, entry);
  }

  async delete(id: string): Promise<void> {
    const known = await this.entry(id);
    if (!known) return;
    this.#size -= 1;
    this.written.set(id, null);
  }

  /** Returns the changes from the source to the current entries. */
  changes(): Promise<Map<string, Item | null>> {
    return this.changesTo(this.source, this.writtenIds);
  }

  /** Returns the changes from other entries to the current ones, for these ids. */
  async changesTo(
    others: EntrySource<Item>,
    ids: readonly string[],
  ): Promise<Map<string, Item | null>> {
    const changes = new Map<string, Item | null>();
    const pairs = await Promise.all(
      ids.map((id) => Promise.all([this.entry(id), others.entry(id)])),
    );
    for (const [index, [wanted, current]] of pairs.entries()) {
      const id = ids[index];
      if (id !== undefined && !isSameValue(wanted, current)) changes.set(id, wanted);
    }
    return changes;
  }
}
