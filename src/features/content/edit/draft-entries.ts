import { badField, conflict, type InputPath } from '../../../errors.ts';
import type { Entry } from '../../../revisions/store/chunk.ts';
import type { EntryDraft } from '../../../revisions/store/entry-draft.ts';
import type { DraftNames } from './draft-names.ts';

export interface DraftEntriesOptions {
  /** Name of an entry in messages, e.g. `file`. */
  noun: string;
  countMax: number;
  names: DraftNames;
}

/** Unordered entries, such as files, of content that is being edited. */
export class DraftEntries<Item extends Entry> {
  readonly #entries: EntryDraft<Item>;
  readonly #options: DraftEntriesOptions;

  constructor(entries: EntryDraft<Item>, options: DraftEntriesOptions) {
    this.#entries = entries;
    this.#options = options;
  }

  entry(id: string): Promise<Item | null> {
    return this.#entries.entry(id);
  }

  /** @throws BAD_USER_INPUT if there is no entry with that id or ref */
  async get(idOrName: string, path: InputPath): Promise<Item> {
    const { noun, names } = this.#options;
    const entry = await this.entry(names.idOf(idOrName));
    if (!entry) throw notInContent(noun, idOrName, path);
    return entry;
  }

  /** @throws CONFLICT if a new entry would exceed the limit */
  async put(entry: Item): Promise<void> {
    const { noun, countMax } = this.#options;
    if (this.#entries.size >= countMax && !(await this.entry(entry.id))) {
      throw conflict(`The content has ${countMax} ${noun}s, which is the limit.`);
    }
    await this.#entries.put(entry);
  }

  /** Like every deletion, it succeeds if the entry does not exist. */
  async delete(idOrName: string): Promise<void> {
    await this.#entries.delete(this.#options.names.idOf(idOrName));
  }

  /** Returns the changes since the base. */
  changes(): Promise<Map<string, Item | null>> {
    return this.#entries.changes();
  }
}

/** Creates an error for a change that refers to a missing entry. */
export function notInContent(noun: string, idOrName: string, path: InputPath) {
  const shown = idOrName.length > 64 ? `${idOrName.slice(0, 64)}…` : idOrName;
  return badField(path, `is not a ${noun} of this content: ${JSON.stringify(shown)}`);
}
