/** Returns whether two values are equal as JSON; undefined equals null. */
export function isSameValue(a: unknown, b: unknown): boolean {
  return isSame(plain(a) ?? null, plain(b) ?? null);
}

function isSame(a: unknown, b: unknown): boolean {
  if (a === b) return true;
  if (typeof a !== 'object' || typeof b !== 'object' || a === null || b === null) return false;
  if (Array.isArray(a) !== Array.isArray(b)) return false;
  return Array.isArray(a) ? isSameList(a, b as unknown[]) : isSameObject(a, b);
}

function isSameList(a: readonly unknown[], b: readonly unknown[]): boolean {
  return a.length === b.length && a.every((item, index) => isSameValue(item, b[index]));
}

/** Ignores members that JSON omits. */
function isSameObject(a: object, b: object): boolean {
  let count = 0;
  for (const [name, value] of Object.entries(a)) {
    const member = plain(value);
    if (member === undefined) continue;
    const other = Object.hasOwn(b, name) ? plain((b as Record<string, unknown>)[name]) : undefined;
    if (other === undefined || !isSame(member, other)) return false;
    count += 1;
  }
  for (const value of Object.values(b)) if (plain(value) !== undefined) count -= 1;
  return count === 0;
}

/** Converts a value to JSON, except its members. Returns undefined for values that JSON omits. */
function plain(value: unknown): unknown {
  switch (typeof value) {
    case 'number':
      return Number.isFinite(value) ? value : null;
    case 'function':
    case 'symbol':
      return undefined;
    case 'object':
      return value !== null && 'toJSON' in value && typeof value.toJSON === 'function'
        ? plain(value.toJSON())
        : value;
    default:
      return value;
  }
}
