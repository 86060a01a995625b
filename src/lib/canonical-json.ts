/**
 * Returns JSON with the members of objects sorted by name, so that equal values have equal texts.
 */
export function canonicalJson(value: unknown): string {
  return textOf(value) ?? 'null';
}

/** Returns undefined for values that JSON omits from objects and writes as null elsewhere. */
function textOf(value: unknown): string | undefined {
  if (typeof value !== 'object' || value === null) return JSON.stringify(value);
  if ('toJSON' in value && typeof value.toJSON === 'function') return textOf(value.toJSON());
  if (Array.isArray(value)) return `[${value.map((item) => textOf(item) ?? 'null').join(',')}]`;
  let members = '';
  for (const name of namesOf(value)) {
    const text = textOf((value as Record<string, unknown>)[name]);
    if (text === undefined) continue;
    members += `${members && ','}${JSON.stringify(name)}:${text}`;
  }
  return `{${members}}`;
}

/**
 * Returns the names of an object's members. Integer names come first, in numeric order, as in any
 * object.
 */
function namesOf(value: object): string[] {
  const names = Object.keys(value).toSorted();
  if (!names.some((name) => /^\d/.test(name))) return names;
  return Object.keys(Object.fromEntries(names.map((name) => [name, true])));
}
