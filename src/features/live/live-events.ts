import type { Context } from '../../context.ts';
import { ALL } from '../../database/change-feed.ts';
import { badField } from '../../errors.ts';

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
  /** Parts of the object by the parts of other objects that change them, by the ids of those. */
  others?: Readonly<Record<string, Readonly<Record<string, Part>>>>;
}

/**
 * Returns the parts that an argument chooses, in order; all by default.
 *
 * @throws BAD_USER_INPUT if it chooses none
 */
export function chosenParts<Part extends string>(
  all: readonly Part[],
  chosen: readonly Part[] | null | undefined,
): readonly Part[] {
  if (chosen?.length === 0) throw badField(['parts'], 'must name at least one part, or be omitted');
  return all.filter((part) => chosen?.includes(part) ?? true);
}

/**
 * Events of one object: one at once, which names all parts, and one after each change. Changes that
 * come while nobody asks for the next event are one event, so that slow readers use no memory.
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

  /** Begins to listen. What is read afterwards is read after each change that is not reported. */
  static async open<Part extends string>(
    { db }: Context,
    options: LiveOptions<Part>,
  ): Promise<LiveEvents<Part>> {
    const events = new LiveEvents(options);
    const { id, others = {} } = options;
    const listeners = new Map([[id, (part: string) => events.#note(part)]]);
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
