/** `1 page` or `3 pages`: how many there are of something. */
export function counted(count: number | bigint, noun: string, plural = `${noun}s`): string {
  return `${count} ${Number(count) === 1 ? noun : plural}`;
}
