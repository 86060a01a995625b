import { randomBytes } from 'node:crypto';
import { floatCoreTag, intCoreTag, NOT_RESOLVED, type ScalarTagDefinition } from 'js-yaml';

/** Marks texts that stand for numbers between two steps. Nobody learns it, so no text begins so. */
const MARK = randomBytes(16).toString('hex');

/** A number of JSON whose text JavaScript would write otherwise: `1.0`, `9223372036854775807`. */
export class ExactNumber {
  readonly #text: string;

  constructor(text: string) {
    this.#text = text;
  }

  /** The marked text, which `exactJson` writes as the number. */
  toJSON(): string {
    return MARK + this.#text;
  }

  toString(): string {
    return this.#text;
  }
}

/** Writes a value as JSON, with all numbers as they were written. */
export function exactJson(value: unknown): string {
  const json = JSON.stringify(value);
  return json.includes(MARK) ? json.replaceAll(new RegExp(`"${MARK}([^"]*)"`, 'g'), '$1') : json;
}

/** Returns the number that a marked text stands for; undefined for any other text. */
export function markedNumber(text: string): ExactNumber | undefined {
  return text.startsWith(MARK) ? new ExactNumber(text.slice(MARK.length)) : undefined;
}

/** Whether JavaScript writes a number in the same way. */
function isExact(text: string): boolean {
  return String(Number(text)) === text;
}

/** Parses JSON with a marked text in the place of each number that would change. */
export function parseMarkedJson(text: string): unknown {
  const value: unknown = JSON.parse(text);
  const marked = markNumbers(text);
  return marked === text ? value : (JSON.parse(marked) as unknown);
}

/** @param json well-formed; strings are skipped by their quotes */
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

/** A decimal number of YAML. */
const FLOAT = /^[-+]?(?:\.\d+|\d+(?:\.\d*)?)(?:[eE][-+]?\d+)?$/;

/** The numbers of YAML, with a marked text in the place of each that would change. */
export const exactNumberTags = [exactTag(intCoreTag), exactTag(floatCoreTag)];

function exactTag(tag: ScalarTagDefinition<number>): ScalarTagDefinition<number | string> {
  return {
    ...tag,
    resolve(source, isExplicit, tagName) {
      const number = tag.resolve(source, isExplicit, tagName);
      // The tag leaves out what is larger than any number of JavaScript.
      const isNumber = number !== NOT_RESOLVED || (tag === floatCoreTag && FLOAT.test(source));
      return isNumber ? valueOfYaml(source) : NOT_RESOLVED;
    },
  };
}

/**
 * The value of a number of YAML. One with zeros before it, and what is no number of JSON (`.inf`),
 * is its text; other forms are written as JSON has them.
 */
function valueOfYaml(source: string): number | string {
  if (!/\d/.test(source) || /^[+-]?0\d/.test(source)) return source;
  const text = /^0[xo]/.test(source) ? BigInt(source).toString() : decimalText(source);
  return isExact(text) ? Number(text) : `${MARK}${text}`;
}

/** `+1` as `1`, `.5` as `0.5`, and `1.` as `1.0`. */
function decimalText(source: string): string {
  return source
    .replace(/^\+/, '')
    .replace(/^(-?)\./, '$10.')
    .replace(/\.(?!\d)/, '.0');
}
