import { isSameValue } from '../../../lib/same-value.ts';
import type { Entry } from './chunk.ts';
import type { EntrySource } from './entry-reader.ts';

/** Entries that are being changed. What was not written is read where they came from. */
export class EntryDraft<Item extends Entry> implements EntrySource<Item> {
  protected readonly source: EntrySource<Item>;
  protected readonly written = new Map<string, Item | null>();
  #size: number;

  /** @param size how many entries the source has */
  constructor(source: EntrySource<Item>, size: number) {
    this.source = source;
    this.#size = size;
  }

  /** How many entries there are now. */
  get size(): number {
    return this.#size;
  }

  /** Ids of the entries that were put in or deleted. */
  get writtenIds(): string[] {
    return [...this.written.keys()];
  }

  entry(id: string): Promise<Item | null> {
    const written = this.written.get(id);
    return written === undefined ? this.source.entry(id) : Promise.resolve(written);
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

  /** What makes the source what the entries are now. */
  changes(): Promise<Map<string, Item | null>> {
    return this.changesTo(this.source, this.writtenIds);
  }

  /** What makes others what the entries with these ids are now. */
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
