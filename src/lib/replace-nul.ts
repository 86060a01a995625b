/**
 * Replaces U+0000 and lone surrogates with U+FFFD, as CommonMark does, since PostgreSQL cannot
 * store them. For external text that nobody could correct.
 */
export function replaceNul(text: string): string {
  return text.replaceAll('\0', '\uFFFD').toWellFormed();
}
