import { randomBytes } from 'node:crypto';
import { floatCoreTag, intCoreTag, NOT_RESOLVED, type ScalarTagDefinition } from 'js-yaml';

/**
 * Marker of texts that represent numbers between two steps. It is secret, so no text can contain
 * it.
 */
const MARK = randomBytes(16).toString('hex');

/** JSON number that JavaScript would write differently: `1.0`, `9223372036854775807`. */
export class ExactNumber {
  readonly #text: string;

  constructor(text: string) {
    this.#text = text;
  }

  /** Returns the marked text, which `exactJson` writes as the number. */
  toJSON(): string {
    return MARK + this.#text;
  }

  toString(): string {
    return this.#text;
  }
}

/** Writes a value as JSON with all numbers as originally written. */
export function exactJson(value: unknown): string {
  const json = JSON.stringify(value);
  return json.includes(MARK) ? json.replaceAll(new RegExp(`"${MARK}([^"]*)"`, 'g'), '$1') : json;
}

/** Returns the number that a marked text represents; undefined for any other text. */
export function markedNumber(text: string): ExactNumber | undefined {
  return text.startsWith(MARK) ? new ExactNumber(text.slice(MARK.length)) : undefined;
}

/** Checks whether JavaScript would write a number in the same way. */
function isExact(text: string): boolean {
  return String(Number(text)) === text;
}

/** Parses JSON. Numbers that would change become marked texts. */
export function parseMarkedJson(text: string): unknown {
  const value: unknown = JSON.parse(text);
  const marked = markNumbers(text);
  return marked === text ? value : (JSON.parse(marked) as unknown);
}

/**
 * Replaces numbers that would change by marked texts.
 *
 * @param json well-formed; strings are skipped by their quotes
 */
function markNumbers(json: string): string {
  const parts: string[] = [];
  let place = 0;
  while (place < json.length) {
    const quote = json.indexOf('"', place);
    const end = quote < 0 ? json.length : quote;
    const between = json.slice(place, end);
    parts.push(
      between.replaceAll(/-?\d[\d.eE+-]*/g, (number) =>
        isExact(number) ? number : `"${MARK}${number}"`,
      ),
    );
    place = quote < 0 ? json.length : endOfString(json, quote);
    parts.push(json.slice(end, place));
  }
  return parts.join('');
}

function endOfString(json: string, quote: number): number {
  for (let end = json.indexOf('"', quote + 1); ; end = json.indexOf('"', end + 1)) {
    if (end < 0) return json.length;
    let slashes = 0;
    while (json[end - 1 - slashes] === '\\') slashes += 1;
    if (slashes % 2 === 0) return end + 1;
  }
}

/** Decimal number in YAML. */
const FLOAT = /^[-+]?(?:\.\d+|\d+(?:\.\d*)?)(?:[eE][-+]?\d+)?$/;

/** YAML number tags that return a marked text for each number that would change. */
export const exactNumberTags = [exactTag(intCoreTag), exactTag(floatCoreTag)];

function exactTag(tag: ScalarTagDefinition<number>): ScalarTagDefinition<number | string> {
  return {
    ...tag,
    resolve(source, isExplicit, tagName) {
      const number = tag.resolve(source, isExplicit, tagName);
      // The tag rejects numbers beyond the range of JavaScript.
      const isNumber = number !== NOT_RESOLVED || (tag === floatCoreTag && FLOAT.test(source));
      return isNumber ? valueOfYaml(source) : NOT_RESOLVED;
    },
  };
}

/**
 * Returns the value of a YAML number. Numbers with leading zeros, and those that JSON lacks
 * (`.inf`), remain texts; other notations are converted to JSON.
 */
function valueOfYaml(source: string): number | string {
  if (!/\d/.test(source) || /^[+-]?0\d/.test(source)) return source;
  const text = /^0[xo]/.test(source) ? BigInt(source).toString() : decimalText(source);
  return isExact(text) ? Number(text) : `${MARK}${text}`;
}

/** Converts `+1` to `1`, `.5` to `0.5`, and `1.` to `1.0`. */
function decimalText(source: string): string {
  return source
    .replace(/^\+/, '')
    .replace(/^(-?)\./, '$10.')
    .replace(/\.(?!\d)/, '.0');
}
