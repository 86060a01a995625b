/** A number of things in words, such as `1 page` and `2 pages`. */
export function counted(count: number | bigint, unit: string): string {
  return `${count} ${unit}${Number(count) === 1 ? '' : 's'}`;
}
