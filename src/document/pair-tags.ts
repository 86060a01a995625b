/**
 * The properties of an item that {@link pairTags} needs; undefined for an item that is not a tag.
 */
export interface Pairable {
  name: string;
  kind: 'open' | 'close';
}

/**
 * Pairs the tags in a list; returns closing indexes by opening index. A closing tag is paired with
 * the nearest open one of its name; tags opened in between remain unpaired. Takes linear time.
 */
export function pairTags(items: readonly (Pairable | undefined)[]): Map<number, number> {
  const pairs = new Map<number, number>();
  const open: { name: string; index: number }[] = [];
  const openCounts = new Map<string, number>();
  items.forEach((item, index) => {
    if (!item) return;
    const count = openCounts.get(item.name) ?? 0;
    if (item.kind === 'open') {
      open.push({ name: item.name, index });
      openCounts.set(item.name, count + 1);
      return;
    }
    if (count === 0) return;
    for (let last = open.pop(); last; last = open.pop()) {
      openCounts.set(last.name, (openCounts.get(last.name) ?? 1) - 1);
      if (last.name !== item.name) continue;
      pairs.set(last.index, index);
      return;
    }
  });
  return pairs;
}
