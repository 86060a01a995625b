import type { Entry } from '../store/chunk.ts';

/**
 * Finds for what a folder has the entry of a revision that it is, so that ids survive: step by
 * step, by ever weaker signs.
 */
export class Pairing<Item extends Entry, Incoming> {
  readonly found = new Map<Incoming, Item>();
  readonly #incoming: readonly Incoming[];
  /** Entries of the revision that are still to be had, in their order. */
  readonly #free: Map<string, Item>;

  constructor(entries: readonly Item[], incoming: readonly Incoming[]) {
    this.#incoming = incoming;
    this.#free = new Map(entries.map((entry) => [entry.id, entry]));
  }

  get free(): ReadonlyMap<string, Item> {
    return this.#free;
  }

  /** Pairs what has equal keys, first with first. */
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

  /** The free entries that have a key, by it. */
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
