/** Last results of {@link findNext}, by owner. */
const lastFound = new WeakMap<object, Map<string, { from: number; at: number }>>();

/**
 * Caches the last `indexOf` for each text, so that many openings before a distant end do not scan
 * the same range again.
 *
 * @param owner identifies the source, and must always be used with the same one
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
