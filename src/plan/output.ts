/**
 * A text that is written from several places at once. What comes later leaves a hole and fills it
 * when it is known.
 */
export class Output {
  /** Text written since the last hole; writers append to it. */
  text = '';
  readonly #parts: (string | Output)[] = [];

  /** Leaves a hole at the end of what is written. */
  hole(): Output {
    const hole = new Output();
    this.#parts.push(this.text, hole);
    this.text = '';
    return hole;
  }

  /** All that was written, holes included. */
  toString(): string {
    let whole = '';
    for (const part of this.#parts) whole += typeof part === 'string' ? part : part.toString();
    return whole + this.text;
  }
}
