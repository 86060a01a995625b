/** Maximum depth of a value. */
const DEPTH_MAX = 20;

/** Invalid Rison. The message continues a sentence that begins with the name of the field. */
export class RisonError extends Error {
  override name = 'RisonError';
}

const numberPattern = /-?(?:0|[1-9]\d*)(?:\.\d+)?(?:e-?\d+)?/y;
const idPattern = /[^-\d '!:(),*@$][^ '!:(),*@$]*/y;
const stringPattern = /'((?:[^'!]|!['!])*)'/y;

const constants: Readonly<Record<string, unknown>> = { t: true, f: false, n: null };

/**
 * Parses Rison, a form of JSON for query strings: `(plan:pro,beta:!t)`.
 *
 * @throws RisonError
 */
export function parseRison(text: string): unknown {
  const reader = new RisonReader(text);
  const value = reader.value(0);
  reader.end();
  return value;
}

class RisonReader {
  readonly #text: string;
  #index = 0;

  constructor(text: string) {
    this.#text = text;
  }

  value(depth: number): unknown {
    if (depth > DEPTH_MAX) throw new RisonError(`must have at most ${DEPTH_MAX} levels`);
    if (this.#take('!(')) return this.#items(() => this.value(depth + 1));
    if (this.#take('(')) return Object.fromEntries(this.#items(() => this.#member(depth)));
    const next = this.#text[this.#index + 1] ?? '';
    if (this.#text[this.#index] === '!' && Object.hasOwn(constants, next)) {
      this.#index += 2;
      return constants[next];
    }
    const number = this.#match(numberPattern);
    return number ? Number(number[0]) : this.#string();
  }

  end(): void {
    if (this.#index < this.#text.length) throw this.#unexpected();
  }

  #member(depth: number): [string, unknown] {
    const key = this.#string();
    if (!this.#take(':')) throw this.#unexpected();
    return [key, this.value(depth + 1)];
  }

  #string(): string {
    const quoted = this.#match(stringPattern);
    if (quoted) return (quoted[1] ?? '').replaceAll(/!(.)/g, '$1');
    const id = this.#match(idPattern);
    if (!id) throw this.#unexpected();
    return id[0];
  }

  /** Reads items up to the closing parenthesis. */
  #items<Item>(read: () => Item): Item[] {
    const items: Item[] = [];
    while (!this.#take(')')) {
      if (items.length > 0 && !this.#take(',')) throw this.#unexpected();
      items.push(read());
    }
    return items;
  }

  #take(token: string): boolean {
    if (!this.#text.startsWith(token, this.#index)) return false;
    this.#index += token.length;
    return true;
  }

  #match(pattern: RegExp): RegExpExecArray | null {
    pattern.lastIndex = this.#index;
    const match = pattern.exec(this.#text);
    if (match) this.#index = pattern.lastIndex;
    return match;
  }

  #unexpected(): RisonError {
    return new RisonError(`is invalid Rison at position ${this.#index + 1}`);
  }
}
