/** What {@link pairTags} needs to know of an item; undefined for an item that is no tag. */
export interface Pairable {
  name: string;
  kind: 'open' | 'close';
}

/**
 * Finds the partner of every tag in a list: opening index to closing index. A closing tag takes the
 * nearest open one of its name; whatever was opened in between stays alone. Linear in the number of
 * items.
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
