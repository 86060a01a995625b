import { LRUCache } from 'lru-cache';

/** Number of uses after which a statement is prepared. */
const OFTEN = 3;

/** Most statements that are counted at once; those not seen for longest are forgotten. */
const COUNTED_MAX = 2_000;

/**
 * Names the statements that come again and again, by their text; others have the empty name. What
 * has a name is parsed once per connection, and planned anew only while PostgreSQL expects that to
 * pay: planning a statement that asks who may see its rows takes several times as long as running
 * it.
 *
 * @param prefix distinguishes these names from others of a connection
 * @param namesMax how many statements get a name
 */
export function createStatementNames(prefix: string, namesMax: number): (text: string) => string {
  const names = new Map<string, string>();
  const counts = new LRUCache<string, number>({ max: COUNTED_MAX });
  return (text) => {
    const known = names.get(text);
    if (known !== undefined) return known;
    const count = (counts.get(text) ?? 0) + 1;
    if (count < OFTEN || names.size >= namesMax) {
      counts.set(text, count);
      return '';
    }
    counts.delete(text);
    const name = `${prefix}${names.size + 1}`;
    names.set(text, name);
    return name;
  };
}
