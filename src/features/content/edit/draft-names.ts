import { badField, type InputPath } from '../../../errors.ts';
import { newId, type IdKind } from '../../../lib/id.ts';

/** Names that changes give what they insert, by which later changes of the list can call it. */
export class DraftNames {
  readonly #ids = new Map<string, string>();

  /**
   * An id for something new, which later changes may also call by its name.
   *
   * @param isTaken whether the content has something with an id
   * @throws BAD_USER_INPUT when the name means something else already
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

  /** Ids by names. */
  get all(): Record<string, string> {
    return Object.fromEntries(this.#ids);
  }

  /** The id that is meant by an id or by a name. */
  idOf(idOrName: string): string {
    return this.#ids.get(idOrName) ?? idOrName;
  }
}
