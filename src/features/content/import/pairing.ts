import type { Entry } from '../../../revisions/store/chunk.ts';

/**
 * Pairs items of a folder with entries of a revision, so that ids are kept. Tries criteria in
 * descending order of strength.
 */
export class Pairing<Item extends Entry, Incoming> {
  readonly found = new Map<Incoming, Item>();
  readonly #incoming: readonly Incoming[];
  /** Unpaired entries of the revision, in order. */
  readonly #free: Map<string, Item>;

  constructor(entries: readonly Item[], incoming: readonly Incoming[]) {
    this.#incoming = incoming;
    this.#free = new Map(entries.map((entry) => [entry.id, entry]));
  }

  get free(): ReadonlyMap<string, Item> {
    return this.#free;
  }

  /** Pairs items and entries with equal keys, in order. */
  by(
    keyOf: (entry: Item) => string | undefined,
    keyIn: (incoming: Incoming) => string | undefined,
  ): void {
    const queues = this.queuesBy(keyOf);
    for (const incoming of this.unmatched()) {
      const key = keyIn(incoming);
      const entry = key === undefined ? undefined : queues.get(key)?.shift();
      if (entry) this.claim(incoming, entry);
    }
  }

  /** Groups the unpaired entries by key; omits those without one. */
  queuesBy(keyOf: (entry: Item) => string | undefined): Map<string, Item[]> {
    const queues = new Map<string, Item[]>();
    for (const entry of this.#free.values()) {
      const key = keyOf(entry);
      if (key === undefined) continue;
      const queue = queues.get(key);
      if (queue) queue.push(entry);
      else queues.set(key, [entry]);
    }
    return queues;
  }

  unmatched(): Incoming[] {
    return this.#incoming.filter((incoming) => !this.found.has(incoming));
  }

  claim(incoming: Incoming, entry: Item): void {
    this.found.set(incoming, entry);
    this.#free.delete(entry.id);
  }
}
