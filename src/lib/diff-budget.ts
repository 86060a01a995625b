/**
 * Remaining work of comparisons. A unit is a line that one step of a comparison may examine; about
 * ten million take a second. Work is counted, not timed, so that a merge always has the same
 * result.
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
