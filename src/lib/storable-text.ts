/**
 * A text of somebody else as PostgreSQL can hold it, for where refusing it helps nobody: with
 * U+FFFD, as CommonMark has it, in place of U+0000 and of what is only half of a character.
 */
export function storableText(text: string): string {
  return text.replaceAll('\0', '\uFFFD').toWellFormed();
}
