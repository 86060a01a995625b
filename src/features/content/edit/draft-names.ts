import { badField, type InputPath } from '../../../errors.ts';
import { newId, type IdKind } from '../../../lib/id.ts';

/** Refs of inserted entries, by which later changes in the list refer to them. */
export class DraftNames {
  readonly #ids = new Map<string, string>();

  /**
   * Returns a new id, which later changes may also refer to by its ref.
   *
   * @param isTaken returns whether the content has an entry with that id
   * @throws BAD_USER_INPUT if the ref is already in use
   */
  async newId(
    kind: IdKind,
    name: string | undefined,
    { path, isTaken }: { path: InputPath; isTaken: (id: string) => Promise<boolean> },
  ): Promise<string> {
    const id = newId(kind);
    if (name === undefined) return id;
    if (this.#ids.has(name) || (await isTaken(name))) {
      throw badField(path, `names something else already: ${JSON.stringify(name)}`);
    }
    this.#ids.set(name, id);
    return id;
  }

  /** Ids by ref. */
  get all(): Record<string, string> {
    return Object.fromEntries(this.#ids);
  }

  /** Returns the id for an id or a ref. */
  idOf(idOrName: string): string {
    return this.#ids.get(idOrName) ?? idOrName;
  }
}
