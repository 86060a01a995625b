import { linkDestination } from '../writing/write-inline.ts';
import { escapeHtmlText, escapeText, quoteHtml } from '../writing/escape-text.ts';
import { escapeValue } from '../writing/write-tag.ts';
import type { SourceText, TextRange } from './source-text.ts';

/** One part of a source and what takes its place. */
export interface Splice {
  start: number;
  end: number;
  text: string;
}

/** How text is written: in lines of markdown, in HTML, or as it is (in code). */
export type Language = 'markdown' | 'html' | 'code';

/** Characters before a value in which the tag around it is looked for. */
const TAG_LENGTH_MAX = 5000;

/** Puts a value in the place of another one, written for where that stands. */
export function spliceValue(
  { source }: SourceText,
  { starts, ends }: TextRange,
  value: string,
  language: Language,
): Splice {
  const start = starts[0] ?? 0;
  const end = ends.at(-1) ?? start;
  const before = source.slice(Math.max(0, start - TAG_LENGTH_MAX), start);
  if (isWithin(before, '{%', '%}')) return { start, end, text: escapeValue(value) };
  if (/<[a-zA-Z][^<>]*$/.test(before)) {
    const quote = /=\s*(["']?)[^"'<>]*$/.exec(before)?.[1];
    const quoted = quoteHtml(value);
    return { start, end, text: quote ? quoted.slice(1, -1) : quoted };
  }
  if (/\]\($/.test(before)) return { start, end, text: linkDestination(value) };
  if (/\]\(<$/.test(before) && source[end] === '>') {
    return { start: start - 1, end: end + 1, text: linkDestination(value) };
  }
  return { start, end, text: encodeText(value, language) };
}

/** Text as it is read again in a line that goes on before and after it. */
export function encodeText(
  text: string,
  language: Language,
  place: Partial<Parameters<typeof escapeText>[1]> = {},
): string {
  if (language === 'code') return text;
  if (language === 'html') return escapeHtmlText(text);
  return escapeText(text, {
    ...{ isLineStart: false, isLineEnd: false, isInBrackets: false, hasLinks: true },
    ...{ followsNote: false, precedesLink: false },
    ...place,
  });
}

function isWithin(before: string, open: string, close: string): boolean {
  return before.lastIndexOf(open) > before.lastIndexOf(close);
}
