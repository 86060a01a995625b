import { randomBytes } from 'node:crypto';

/** Where the JSON that `jsonBytes` writes at this moment has parts that are JSON already. */
let found: Uint8Array[] | undefined;

/** Stands for them meanwhile. Nobody learns it, so no text has it. */
const MARK = randomBytes(16).toString('hex');

/**
 * A value that is there as JSON: it is put into an answer as it is, without being read. Elsewhere,
 * `JSON.stringify` takes it for the value that it is.
 */
export class RawJson {
  readonly #bytes: Uint8Array;

  /** @param bytes of well-formed JSON, in UTF-8 */
  constructor(bytes: Uint8Array) {
    this.#bytes = bytes;
  }

  toJSON(): unknown {
    if (!found) return JSON.parse(Buffer.from(this.#bytes).toString());
    found.push(this.#bytes);
    return MARK;
  }
}

/** A value as JSON in UTF-8; large parts of it that are `RawJson` cost next to nothing. */
export function jsonBytes(value: unknown): Buffer {
  const { texts, parts } = stringified(value);
  if (parts.length === 0) return Buffer.from(texts[0] ?? '');
  return Buffer.concat(
    texts.flatMap((text, index) => [Buffer.from(text), ...parts.slice(index, index + 1)]),
  );
}

/** A value as JSON, with the parts of it that are `RawJson` as they are. */
export function jsonText(value: unknown): string {
  const { texts, parts } = stringified(value);
  const all = texts.flatMap((text, index) => [
    text,
    ...parts.slice(index, index + 1).map((part) => Buffer.from(part).toString()),
  ]);
  return all.join('');
}

/** The JSON of a value around its parts that are JSON already. */
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
