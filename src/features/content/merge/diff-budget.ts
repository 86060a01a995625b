/**
 * How much work comparisons may still take. A unit is a line that one step of a comparison may look
 * at: some ten million take a second. Work is counted and not timed, so that a merge finds the same
 * whenever and wherever it is made.
 */
export class DiffBudget {
  #left: number;

  constructor(units: number) {
    this.#left = units;
  }

  get left(): number {
    return this.#left;
  }

  spend(units: number): void {
    this.#left = Math.max(0, this.#left - units);
  }
}
