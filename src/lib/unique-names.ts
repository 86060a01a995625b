/** Makes names unique by numbering them. Takes linear time, however many names are equal. */
export class UniqueNames {
  readonly #joint: string;
  readonly #taken: Set<string>;
  readonly #lastNumbers = new Map<string, number>();

  /** @param options.joint separator between a name and its number */
  constructor({ joint, taken = [] }: { joint: string; taken?: Iterable<string> }) {
    this.#joint = joint;
    this.#taken = new Set(taken);
  }

  /** Reserves a name unchanged, even if it is taken. */
  take(name: string): void {
    this.#taken.add(name);
  }

  /** Reserves a name. If it is taken, appends the lowest free number. Returns the reserved name. */
  takeFree(name: string): string {
    let free = name;
    while (this.#taken.has(free)) {
      const number = (this.#lastNumbers.get(name) ?? 0) + 1;
      this.#lastNumbers.set(name, number);
      free = `${name}${this.#joint}${number}`;
    }
    this.#taken.add(free);
    return free;
  }
}
