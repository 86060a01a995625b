/** The last answers of {@link findNext}, by what is searched. */
const lastFound = new WeakMap<object, Map<string, { from: number; at: number }>>();

/**
 * `indexOf` that remembers its last answer for each text, so that many openings before one distant
 * end do not scan the same stretch again.
 *
 * @param owner stands for the source: the same one is always asked with the same source
 */
export function findNext(owner: object, source: string, text: string, from: number): number {
  const found = lastFound.get(owner) ?? new Map<string, { from: number; at: number }>();
  lastFound.set(owner, found);
  const last = found.get(text);
  if (last && last.from <= from && (last.at < 0 || from <= last.at)) return last.at;
  const at = source.indexOf(text, from);
  found.set(text, { from, at });
  return at;
}
