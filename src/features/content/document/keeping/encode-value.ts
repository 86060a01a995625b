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
  source: SourceText,
  { starts, ends }: TextRange,
  value: string,
  language: Language,
): Splice {
  const start = starts[0] ?? 0;
  const end = ends.at(-1) ?? start;
  const before = textBefore(source, start);
  if (before.endsWith('](<') && source.source[end] === '>') {
    return { start: start - 1, end: end + 1, text: linkDestination(value) };
  }
  const text = encodeInTag(before, value) ?? encodeText(value, language);
  return { start, end, text };
}

/** Whether what starts at a place is no text, but a part of a tag or an address. */
export function isInTag(source: SourceText, start: number): boolean {
  return encodeInTag(textBefore(source, start), '') !== undefined;
}

function textBefore({ source }: SourceText, start: number): string {
  return source.slice(Math.max(0, start - TAG_LENGTH_MAX), start);
}

/** A value as it is written after a part of a tag or before an address; undefined for text. */
function encodeInTag(before: string, value: string): string | undefined {
  if (before.lastIndexOf('{%') > before.lastIndexOf('%}')) return escapeValue(value);
  if (/<[a-zA-Z][^<>]*$/.test(before)) {
    const quoted = quoteHtml(value);
    return /=\s*["'][^"'<>]*$/.test(before) ? quoted.slice(1, -1) : quoted;
  }
  return /\]\(<?$/.test(before) ? linkDestination(value) : undefined;
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
