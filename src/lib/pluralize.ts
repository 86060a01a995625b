/** Returns a number with its unit, pluralized: `1 page`, `2 pages`. */
export function pluralize(count: number | bigint, unit: string): string {
  return `${count} ${unit}${Number(count) === 1 ? '' : 's'}`;
}
