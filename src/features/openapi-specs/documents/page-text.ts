import { cutText } from '../../../lib/cut-text.ts';
import { escapeText } from '../../content/document/writing/escape-text.ts';

/** Longest title of a page or a heading, in characters. */
const TITLE_LENGTH_MAX = 100;

const place = {
  ...{ isLineStart: true, isLineEnd: true, isInBrackets: false, hasLinks: true },
  ...{ followsNote: false, precedesLink: false },
};

/** A heading that says that text and nothing else. */
export function heading(text: string, level: 2 | 3 = 2): string {
  return `${'#'.repeat(level)} ${escapeText(titleOf(text), place)}`;
}

/** A short text as code in a line; as plain text where it has the marks of code itself. */
export function codeOf(text: string): string {
  const line = text.replaceAll(/\s+/g, ' ').trim();
  return /`|\{%|^$/.test(line) ? escapeText(line, { ...place, isLineStart: false }) : `\`${line}\``;
}

/** A text as a title: one line, which is not too long. */
export function titleOf(text: string): string {
  return cutText(text.replaceAll(/\s+/g, ' ').trim(), TITLE_LENGTH_MAX);
}

/** Blocks one after the other. */
export function textOf(parts: readonly string[]): string {
  return parts.filter((part) => part !== '').join('\n\n');
}
