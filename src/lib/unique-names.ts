/** Gives names that nothing else has. Linear in their number, however many want the same one. */
export class UniqueNames {
  readonly #joint: string;
  readonly #taken: Set<string>;
  readonly #lastNumbers = new Map<string, number>();

  /** @param options.joint what stands between a name and its number */
  constructor({ joint, taken = [] }: { joint: string; taken?: Iterable<string> }) {
    this.#joint = joint;
    this.#taken = new Set(taken);
  }

  /** Takes a name as it is, even when something has it already. */
  take(name: string): void {
    this.#taken.add(name);
  }

  /** Takes the name, or when something has it already, the name with the least free number. */
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
