import { truncate } from '../../../lib/truncate.ts';
import { escapeText } from '../../../document/writing/escape-text.ts';

/** Maximum length of a page title or heading, in characters. */
const TITLE_LENGTH_MAX = 100;

const place = {
  ...{ isLineStart: true, isLineEnd: true, isInBrackets: false, hasLinks: true },
  ...{ followsNote: false, precedesLink: false },
};

/** Returns a heading with the literal text. */
export function heading(text: string, level: 2 | 3 = 2): string {
  return `${'#'.repeat(level)} ${escapeText(titleFrom(text), place)}`;
}

/** Returns a short text as inline code; as plain text if it contains code marks. */
export function codeOf(text: string): string {
  const line = text.replaceAll(/\s+/g, ' ').trim();
  return /`|\{%|^$/.test(line) ? escapeText(line, { ...place, isLineStart: false }) : `\`${line}\``;
}

/** Returns a text as a title: one line of limited length. */
export function titleFrom(text: string): string {
  return truncate(text.replaceAll(/\s+/g, ' ').trim(), TITLE_LENGTH_MAX);
}

/** Joins blocks with blank lines. */
export function joinBlocks(parts: readonly string[]): string {
  return parts.filter((part) => part !== '').join('\n\n');
}
