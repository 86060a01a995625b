/** Truncates a text, without splitting a surrogate pair. */
export function truncate(text: string, lengthMax: number): string {
  return text.slice(0, lengthMax).replace(/[\uD800-\uDBFF]$/, '');
}
