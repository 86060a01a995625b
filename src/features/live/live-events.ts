import type { Context } from '../../context.ts';
import { ALL } from '../../database/change-feed.ts';

/** Event of a subscription: an object, and which of its parts may have changed. */
export interface LiveEvent<Part extends string = string> {
  readonly id: string;
  readonly changedParts: readonly Part[];
}

export interface LiveOptions<Part extends string> {
  /** Id of the object. */
  id: string;
  /** All parts that the events may name, in order. */
  parts: readonly Part[];
  /** Other objects that change this one, by id: a map from their parts to the parts that change. */
  others?: Readonly<Record<string, Readonly<Record<string, Part>>>>;
}

/**
 * Events of one object: the first one at once, with all parts, and one after each change. Changes
 * merge into one event until the reader asks for it, so that slow readers use no memory.
 */
export class LiveEvents<Part extends string> implements AsyncIterableIterator<LiveEvent<Part>> {
  readonly #options: LiveOptions<Part>;
  readonly #changed: Set<string>;
  #stopListening: () => void = () => undefined;
  #wake: () => void = () => undefined;
  #isOver = false;

  private constructor(options: LiveOptions<Part>) {
    this.#options = options;
    this.#changed = new Set(options.parts);
  }

  /** Begins to listen. No change is missed if the object is read after that. */
  static async open<Part extends string>(
    { db, viewer }: Pick<Context, 'db' | 'viewer'>,
    options: LiveOptions<Part>,
  ): Promise<LiveEvents<Part>> {
    const events = new LiveEvents(options);
    const { id, others = {} } = options;
    // A revoked token is noticed when the event is read.
    const subjects = [id, viewer.tokenId].filter((subject) => subject !== null);
    const listeners = new Map(subjects.map((one) => [one, (part: string) => events.#note(part)]));
    for (const [other, parts] of Object.entries(others)) {
      listeners.set(other, (part) => events.#note(part === ALL ? ALL : parts[part]));
    }
    events.#stopListening = await db.changes.listen(listeners);
    return events;
  }

  #note(part: string | undefined): void {
    for (const one of this.#options.parts) {
      if (part === ALL || part === one) this.#changed.add(one);
    }
    if (this.#changed.size > 0) this.#wake();
  }

  async next(): Promise<IteratorResult<LiveEvent<Part>, undefined>> {
    if (this.#changed.size === 0 && !this.#isOver) {
      await new Promise<void>((resolve) => (this.#wake = resolve));
    }
    if (this.#isOver) return { done: true, value: undefined };
    const { id, parts } = this.#options;
    const changedParts = parts.filter((part) => this.#changed.has(part));
    this.#changed.clear();
    return { done: false, value: { id, changedParts } };
  }

  /** Ends the events, also for those who wait for the next one. */
  return(): Promise<IteratorResult<LiveEvent<Part>, undefined>> {
    this.#isOver = true;
    this.#stopListening();
    this.#wake();
    return Promise.resolve({ done: true, value: undefined });
  }

  [Symbol.asyncIterator](): this {
    return this;
  }
}
