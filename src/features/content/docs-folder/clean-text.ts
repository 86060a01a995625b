/**
 * Text of a configuration file or table of contents without the marks that editors and copying
 * leave behind: byte order marks and zero-width characters go, special spaces become plain ones.
 */
export function removeInvisible(text: string): string {
  return text.replace(/[\u200B\u2060\uFEFF]/g, '').replace(/[\u00A0\u2007\u202F\u3000]/g, ' ');
}

/** One line of well-formed text without control characters, as titles and descriptions need it. */
export function toSingleLine(text: string): string {
  return toPrintable(text.replace(/[\s\p{Cc}]+/gu, ' ').trim());
}

/** The text with a replacement character for everything that no database and terminal takes. */
export function toPrintable(text: string): string {
  return text.replace(/[\p{Cc}\p{Cs}]/gu, '\uFFFD');
}
