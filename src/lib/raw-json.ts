import { randomBytes } from 'node:crypto';

/** Raw JSON parts of the value that is being stringified; undefined otherwise. */
let found: Uint8Array[] | undefined;

/** Placeholder of these parts. It is secret and random, so no text contains it. */
const MARK = randomBytes(16).toString('hex');

/**
 * A value that exists as JSON bytes, which a response includes without parsing them. Elsewhere,
 * `JSON.stringify` writes its parsed value.
 */
export class RawJson {
  readonly #bytes: Uint8Array;

  /** @param bytes well-formed JSON in UTF-8 */
  constructor(bytes: Uint8Array) {
    this.#bytes = bytes;
  }

  toJSON(): unknown {
    if (!found) return JSON.parse(Buffer.from(this.#bytes).toString());
    found.push(this.#bytes);
    return MARK;
  }
}

/** Returns a value as JSON in UTF-8; `RawJson` parts are copied, not parsed. */
export function jsonBytes(value: unknown): Buffer {
  const { texts, parts } = stringified(value);
  if (parts.length === 0) return Buffer.from(texts[0] ?? '');
  return Buffer.concat(
    texts.flatMap((text, index) => [Buffer.from(text), ...parts.slice(index, index + 1)]),
  );
}

/** Returns a value as JSON text, including its `RawJson` parts unchanged. */
export function jsonText(value: unknown): string {
  const { texts, parts } = stringified(value);
  const all = texts.flatMap((text, index) => [
    text,
    ...parts.slice(index, index + 1).map((part) => Buffer.from(part).toString()),
  ]);
  return all.join('');
}

/** Returns the JSON of a value around its `RawJson` parts. */
function stringified(value: unknown): { texts: string[]; parts: Uint8Array[] } {
  const parts: Uint8Array[] = [];
  found = parts;
  try {
    const json = JSON.stringify(value);
    return { texts: parts.length === 0 ? [json] : json.split(`"${MARK}"`), parts };
  } finally {
    found = undefined;
  }
}
