/**
 * A text that is written from several places at once. What comes later leaves a hole and fills it
 * when it is known.
 */
export class Output {
  /** Text written since the last hole; writers append to it. */
  text = '';
  readonly #parts: (string | Output | (() => string))[] = [];
  #isSparse = false;

  /** Leaves a hole at the end of what is written. */
  hole(): Output {
    const hole = new Output();
    this.#add(hole);
    return hole;
  }

  /** Adds what another place writes, or will have written. */
  include(other: Output): void {
    this.#add(other);
  }

  /** Leaves a hole for members that start with a comma each. The first comma is removed. */
  sparseHole(): Output {
    const hole = this.hole();
    hole.#isSparse = true;
    return hole;
  }

  /** Leaves a hole for a text that is made when everything else is known. */
  later(text: () => string): void {
    this.#add(text);
  }

  #add(part: Output | (() => string)): void {
    this.#parts.push(this.text, part);
    this.text = '';
  }

  /** All that was written, holes included. */
  toString(): string {
    let whole = '';
    for (const part of this.#parts) {
      whole += typeof part === 'string' ? part : typeof part === 'function' ? part() : String(part);
    }
    whole += this.text;
    return this.#isSparse ? whole.slice(1) : whole;
  }
}
