/** The beginning of a text, without half of a character at its end. */
export function cutText(text: string, lengthMax: number): string {
  return text.slice(0, lengthMax).replace(/[\uD800-\uDBFF]$/, '');
}
