/** Limits of a visitor's claims, which bound the time to evaluate conditions. */
const claimLimits = {
  /** Depth of nested objects and arrays. */
  depth: 8,
  /** Entries of one object or array. */
  entries: 100,
  /** Values in total. */
  values: 500,
  /** Characters of one text or name. */
  textLength: 1000,
} as const;

/** A claim as conditions read it. Objects are maps, so that no name is special. */
export type Claim = null | boolean | number | string | readonly Claim[] | Claims;
export type Claims = ReadonlyMap<string, Claim>;

/** An error for claims over a limit; the message follows the name of the input. */
export class ClaimsError extends Error {
  override name = 'ClaimsError';
}

/** Reads claims from parsed JSON. @throws ClaimsError naming the limit that they exceed */
export function readClaims(claims: Readonly<Record<string, unknown>>): Claims {
  const count = { values: 0 };
  return readObject(claims, 1, count);
}

function readObject(value: object, depth: number, count: { values: number }): Claims {
  const entries = Object.entries(value);
  requireRoom(entries, depth);
  return new Map(
    entries.map(([name, item]) => [readText(name), readClaim(item, depth + 1, count)]),
  );
}

function readClaim(value: unknown, depth: number, count: { values: number }): Claim {
  count.values += 1;
  if (count.values > claimLimits.values) over(`at most ${claimLimits.values} values`);
  switch (typeof value) {
    case 'string':
      return readText(value);
    case 'number':
    case 'boolean':
      return value;
    case 'object':
      if (value === null) return null;
      if (!Array.isArray(value)) return readObject(value, depth, count);
      requireRoom(value, depth);
      return value.map((item) => readClaim(item, depth + 1, count));
    default:
      return over('values of JSON only');
  }
}

function requireRoom(entries: readonly unknown[], depth: number): void {
  if (depth > claimLimits.depth) over(`at most ${claimLimits.depth} levels`);
  if (entries.length > claimLimits.entries) {
    over(`at most ${claimLimits.entries} entries in an object or array`);
  }
}

function readText(text: string): string {
  if (text.length > claimLimits.textLength) {
    over(`texts of at most ${claimLimits.textLength} characters`);
  }
  return text;
}

function over(limit: string): never {
  throw new ClaimsError(`must have ${limit}`);
}
