const CODES_MAX = 4096;
const CODE_BITS_MAX = 12;

/**
 * What a GIF file compresses (LZW, with codes of a variable length): an index a pixel. What comes
 * after the last pixel is not read.
 *
 * @param bits of an index
 * @throws RangeError when pixels are missing, or a code comes up that is not there yet
 */
export function lzwIndexes(compressed: Buffer, bits: number, count: number): Uint8Array {
  if (bits < 1 || bits > 8 || count === 0) throw new RangeError('There are no pixels.');
  const indexes = new Uint8Array(count);
  const codes = new CodeTable(bits);
  let filled = 0;
  let waiting = 0;
  let waitingBits = 0;
  for (const byte of compressed) {
    waiting |= byte << waitingBits;
    waitingBits += 8;
    while (waitingBits >= codes.bits && filled < count) {
      const code = waiting & ((1 << codes.bits) - 1);
      waiting >>= codes.bits;
      waitingBits -= codes.bits;
      if (code === codes.end) throw new RangeError('Pixels are missing.');
      if (code === codes.clear) codes.reset();
      else filled += codes.read(code, indexes, filled);
    }
    if (filled >= count) return indexes;
  }
  throw new RangeError('Pixels are missing.');
}

/** What the codes stand for so far: each for what an earlier one does, and one index more. */
class CodeTable {
  readonly clear: number;
  readonly end: number;
  readonly #bitsAtStart: number;
  readonly #earlier = new Uint16Array(CODES_MAX);
  readonly #first = new Uint8Array(CODES_MAX);
  readonly #last = new Uint8Array(CODES_MAX);
  readonly #lengths = new Uint16Array(CODES_MAX);
  #next = 0;
  #previous: number | undefined;
  /** Of the code that comes next. */
  bits = 0;

  constructor(bits: number) {
    this.clear = 1 << bits;
    this.end = this.clear + 1;
    this.#bitsAtStart = bits + 1;
    for (let code = 0; code < this.clear; code += 1) {
      this.#first[code] = code;
      this.#last[code] = code;
      this.#lengths[code] = 1;
    }
    this.reset();
  }

  reset(): void {
    this.#next = this.end + 1;
    this.#previous = undefined;
    this.bits = this.#bitsAtStart;
  }

  /** Writes what a code stands for, as far as there is room; answers the length of it. */
  read(code: number, indexes: Uint8Array, at: number): number {
    this.#add(code);
    if (code >= this.#next) throw new RangeError('A code is not there yet.');
    this.#previous = code;
    const length = this.#lengths[code] ?? 0;
    let rest = code;
    // What has no room is not kept by the array.
    for (let to = at + length - 1; to >= at; to -= 1) {
      indexes[to] = this.#last[rest] ?? 0;
      rest = this.#earlier[rest] ?? 0;
    }
    return length;
  }

  /** The code before, and the first index of this one: which can be the one that is new. */
  #add(code: number): void {
    const [previous, next] = [this.#previous, this.#next];
    if (previous === undefined || next === CODES_MAX) return;
    this.#earlier[next] = previous;
    this.#first[next] = this.#first[previous] ?? 0;
    this.#lengths[next] = (this.#lengths[previous] ?? 0) + 1;
    this.#last[next] = this.#first[code] ?? 0;
    this.#next += 1;
    if (this.#next === 1 << this.bits && this.bits < CODE_BITS_MAX) this.bits += 1;
  }
}
