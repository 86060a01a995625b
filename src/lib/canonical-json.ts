/** JSON with the members of objects in order of their names: equal values have equal texts. */
export function canonicalJson(value: unknown): string {
  return textOf(value) ?? 'null';
}

/** Undefined for what JSON leaves out of objects, and writes as null elsewhere. */
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

/** Names that are numbers come first, as in every object, and in the order of numbers. */
function namesOf(value: object): string[] {
  const names = Object.keys(value).toSorted();
  if (!names.some((name) => /^\d/.test(name))) return names;
  return Object.keys(Object.fromEntries(names.map((name) => [name, true])));
}
