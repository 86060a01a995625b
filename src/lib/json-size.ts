/** Size of a JSON text, which bounds the work of traversing its value. */
export interface JsonSize {
  /** Number of values, nested ones included. */
  values: number;
  /** Nesting depth of the innermost value, in lists and objects. */
  depth: number;
}

const QUOTE = 0x22;
const COMMA = 0x2c;
const OPENING_BRACKET = 0x5b;
const BACKSLASH = 0x5c;
const CLOSING_BRACKET = 0x5d;
const OPENING_BRACE = 0x7b;
const CLOSING_BRACE = 0x7d;

/**
 * Measures a JSON text without parsing it, in one pass over its bytes. Each comma, opening bracket
 * and opening brace counts as the start of a value, so an empty list or object counts as two.
 */
export function measureJson(bytes: Uint8Array): JsonSize {
  let values = 1;
  let depth = 0;
  let depthMax = 0;
  for (let index = 0; index < bytes.length; index += 1) {
    switch (bytes[index]) {
      case QUOTE:
        index = endOfString(bytes, index);
        break;
      case COMMA:
        values += 1;
        break;
      case OPENING_BRACKET:
      case OPENING_BRACE:
        values += 1;
        depth += 1;
        depthMax = Math.max(depthMax, depth);
        break;
      case CLOSING_BRACKET:
      case CLOSING_BRACE:
        depth -= 1;
        break;
      default:
        break;
    }
  }
  return { values, depth: depthMax };
}

/** Returns the position of the quote that ends a string, or the end of the text without one. */
function endOfString(bytes: Uint8Array, start: number): number {
  let end = bytes.indexOf(QUOTE, start + 1);
  while (end >= 0 && isEscaped(bytes, end)) end = bytes.indexOf(QUOTE, end + 1);
  return end < 0 ? bytes.length : end;
}

function isEscaped(bytes: Uint8Array, at: number): boolean {
  let before = at - 1;
  while (bytes[before] === BACKSLASH) before -= 1;
  return (at - 1 - before) % 2 === 1;
}
