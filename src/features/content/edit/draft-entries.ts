import { badInput, conflict, type InputPath } from '../../../errors.ts';
import type { Entry } from '../store/chunk.ts';
import type { DraftNames } from './draft-names.ts';

export interface DraftEntriesOptions {
  /** What an entry is called in messages, e.g. `file`. */
  noun: string;
  countMax: number;
  names: DraftNames;
}

/** Entries without an order, such as files, of content that is being edited. */
export class DraftEntries<Item extends Entry> {
  readonly #byId: Map<string, Item>;
  readonly #options: DraftEntriesOptions;

  constructor(entries: Iterable<Item>, options: DraftEntriesOptions) {
    this.#byId = new Map([...entries].map((entry) => [entry.id, entry]));
    this.#options = options;
  }

  get byId(): ReadonlyMap<string, Item> {
    return this.#byId;
  }

  /** @throws BAD_USER_INPUT when there is none with that id or name */
  get(idOrName: string, path: InputPath): Item {
    const { noun, names } = this.#options;
    const entry = this.#byId.get(names.idOf(idOrName));
    if (!entry) throw notInContent(noun, idOrName, path);
    return entry;
  }

  /** @throws CONFLICT when a new one would be over the limit */
  put(entry: Item): void {
    const { noun, countMax } = this.#options;
    if (!this.#byId.has(entry.id) && this.#byId.size >= countMax) {
      throw conflict(`The content has ${countMax} ${noun}s, which is the limit.`);
    }
    this.#byId.set(entry.id, entry);
  }

  /** Like every deletion, it succeeds when nothing is there. */
  delete(idOrName: string): void {
    this.#byId.delete(this.#options.names.idOf(idOrName));
  }
}

/** The refusal of a change that names what the content does not have. */
export function notInContent(noun: string, idOrName: string, path: InputPath) {
  const field = path.slice(path[0] === 'input' ? 1 : 0).join('.');
  const shown = idOrName.length > 64 ? `${idOrName.slice(0, 64)}…` : idOrName;
  return badInput(`"${field}" is no ${noun} of this content: ${JSON.stringify(shown)}.`, path);
}
