/**
 * Removes byte order marks and zero-width characters, and replaces special spaces with plain ones.
 * Editors and copying leave them in configuration files and tables of contents.
 */
export function removeInvisible(text: string): string {
  return text.replace(/[\u200B\u2060\uFEFF]/g, '').replace(/[\u00A0\u2007\u202F\u3000]/g, ' ');
}

/**
 * Returns a single line of well-formed text without control characters, for titles and
 * descriptions.
 */
export function toSingleLine(text: string): string {
  return toPrintable(text.replace(/[\s\p{Cc}]+/gu, ' ').trim());
}

/** Replaces control characters and lone surrogates, which databases and terminals do not accept. */
export function toPrintable(text: string): string {
  return text.replace(/[\p{Cc}\p{Cs}]/gu, '\uFFFD');
}
