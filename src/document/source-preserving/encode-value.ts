import { linkDestination } from '../writing/write-inline.ts';
import { escapeHtmlText, escapeText, quoteHtml } from '../writing/escape-text.ts';
import { escapeValue } from '../writing/write-tag.ts';
import type { SourceText, TextRange } from './source-text.ts';

/** A range of a source and its replacement. */
export interface Splice {
  start: number;
  end: number;
  text: string;
}

/** The encoding of text: markdown, HTML, or unchanged (in code). */
export type TextEncoding = 'markdown' | 'html' | 'code';

/** Number of characters before a value to search for the tag around it. */
const TAG_LENGTH_MAX = 5000;
/** Matches the text before a quoted attribute value. */
const quotedPattern = /<[a-zA-Z][^<>]*=\s*(?:"[^"<>]*|'[^'<>]*)$/;

/**
 * Replaces a value, encoded for its position. Common characters at the start and end keep their
 * source.
 */
export function spliceValue(
  source: SourceText,
  range: TextRange,
  [before, after]: readonly [string, string],
  language: TextEncoding,
): Splice {
  const start = range.starts[0] ?? 0;
  const end = range.ends.at(-1) ?? start;
  const around = textBefore(source, start);
  if (around.endsWith('](<') && source.source[end] === '>') {
    return { start: start - 1, end: end + 1, text: linkDestination(after) };
  }
  const isQuoted = quotedPattern.test(around);
  const inTag = isQuoted ? undefined : encodeInTag(around, after);
  if (inTag !== undefined) return { start, end, text: inTag };
  const part = changedPart(range, before, after);
  const isInBrackets = around.endsWith('![');
  const text = isQuoted
    ? quotedText(part.text, around)
    : encodeText(part.text, language, { isInBrackets });
  if (!isInBrackets) return { ...part, text };
  const rest = source.source.slice(part.end, end);
  return { start: part.start, ...endWithLabel(source.source, [start, end], text + rest) };
}

/** Encodes a value for the quotes that are open before it. */
function quotedText(value: string, before: string): string {
  const text = quoteHtml(value).slice(1, -1);
  return /=\s*'[^'<>]*$/.test(before) ? text.replaceAll("'", '&#39;') : text;
}

/** Returns the part of a value that differs from the new one. */
function changedPart({ starts, ends }: TextRange, before: string, after: string): Splice {
  const most = Math.min(before.length, after.length);
  let first = 0;
  while (first < most && before[first] === after[first]) first += 1;
  // One character reference or line break may represent several characters.
  while (first > 0 && (starts[first] === starts[first - 1] || isLow(before[first]))) first -= 1;
  let last = 0;
  while (last < most - first && before.at(-1 - last) === after.at(-1 - last)) last += 1;
  const endOf = (count: number) => ends[before.length - count - 1];
  while (last > 0 && (endOf(last) === endOf(last - 1) || isLow(before.at(-last)))) last -= 1;
  const start = starts[first] ?? ends.at(-1) ?? 0;
  const end = first < before.length - last ? (endOf(last) ?? start) : start;
  return { start, end, text: after.slice(first, after.length - last) };
}

/** Checks whether a code unit is a low surrogate. */
function isLow(unit: string | undefined): boolean {
  return unit !== undefined && /[\uDC00-\uDFFF]/.test(unit);
}

/**
 * Returns the text in brackets and the position of its end. A link or image whose text is also its
 * label keeps that label.
 */
export function endWithLabel(
  source: string,
  [start, end]: readonly [number, number],
  text: string,
): { end: number; text: string } {
  const closing = /^\](?:\[\])?(?![[(])/.exec(source.slice(end, end + 4))?.[0];
  if (closing === undefined) return { end, text };
  return { end: end + closing.length, text: `${text}][${source.slice(start, end)}]` };
}

/** Checks whether a position is inside a tag, image or address instead of text. */
export function isInTag(source: SourceText, start: number): boolean {
  const before = textBefore(source, start);
  return before.endsWith('![') || encodeInTag(before, '') !== undefined;
}

function textBefore({ source }: SourceText, start: number): string {
  return source.slice(Math.max(0, start - TAG_LENGTH_MAX), start);
}

/** Encodes a value within a tag or address; returns undefined for text. */
function encodeInTag(before: string, value: string): string | undefined {
  const tag = before.slice(before.lastIndexOf('{%'));
  if (tag.startsWith('{%') && !tag.includes('%}')) {
    // The words of a tag are written unchanged, unless they are values.
    return /=\s*(?:"[^"]*|'[^']*|[^\s"']*)$/.test(tag) ? escapeValue(value) : value;
  }
  if (/<[a-z][a-z0-9+.-]*:[^<>\s]*$/i.test(before)) return value;
  if (/<[a-zA-Z][^<>]*$/.test(before)) {
    const quoted = quoteHtml(value);
    if (quotedPattern.test(before)) return quotedText(value, before);
    return /^[^\s"'=<>`&]+$/.test(value) ? value : quoted;
  }
  return /\]\(<?$/.test(before) ? linkDestination(value) : undefined;
}

/** Encodes text within a line, so that it is parsed again as the same text. */
export function encodeText(
  text: string,
  language: TextEncoding,
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
