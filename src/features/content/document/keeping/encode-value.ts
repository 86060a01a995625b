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
/** What ends right before a quoted value of an element. */
const quotedPattern = /<[a-zA-Z][^<>]*=\s*["'][^"'<>]*$/;

/**
 * Puts a value in the place of another one, written for where that stands. Characters that both
 * begin or end with keep their source.
 */
export function spliceValue(
  source: SourceText,
  range: TextRange,
  [before, after]: readonly [string, string],
  language: Language,
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
    ? quoteHtml(part.text).slice(1, -1)
    : encodeText(part.text, language, { isInBrackets });
  if (!isInBrackets) return { ...part, text };
  const rest = source.source.slice(part.end, end);
  return { start: part.start, ...endWithLabel(source.source, [start, end], text + rest) };
}

/** The part of a value that another one has otherwise. */
function changedPart({ starts, ends }: TextRange, before: string, after: string): Splice {
  const most = Math.min(before.length, after.length);
  let first = 0;
  while (first < most && before[first] === after[first]) first += 1;
  // One character reference or line break can stand for several characters.
  while (first > 0 && (starts[first] === starts[first - 1] || isLow(before[first]))) first -= 1;
  let last = 0;
  while (last < most - first && before.at(-1 - last) === after.at(-1 - last)) last += 1;
  const endOf = (count: number) => ends[before.length - count - 1];
  while (last > 0 && (endOf(last) === endOf(last - 1) || isLow(before.at(-last)))) last -= 1;
  const start = starts[first] ?? ends.at(-1) ?? 0;
  const end = first < before.length - last ? (endOf(last) ?? start) : start;
  return { start, end, text: after.slice(first, after.length - last) };
}

/** Whether a code unit is the second one of a character. */
function isLow(unit: string | undefined): boolean {
  return unit !== undefined && /[\uDC00-\uDFFF]/.test(unit);
}

/**
 * The text in brackets and where it ends. A link or picture whose text names its definition keeps
 * that as its label.
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

/** Whether what starts at a place is no line of text, but a part of a tag, picture or address. */
export function isInTag(source: SourceText, start: number): boolean {
  const before = textBefore(source, start);
  return before.endsWith('![') || encodeInTag(before, '') !== undefined;
}

function textBefore({ source }: SourceText, start: number): string {
  return source.slice(Math.max(0, start - TAG_LENGTH_MAX), start);
}

/** A value as it is written after a part of a tag or before an address; undefined for text. */
function encodeInTag(before: string, value: string): string | undefined {
  const tag = before.slice(before.lastIndexOf('{%'));
  if (tag.startsWith('{%') && !tag.includes('%}')) {
    // The words of a tag that are no values stand as they are.
    return /=\s*(?:"[^"]*|'[^']*|[^\s"']*)$/.test(tag) ? escapeValue(value) : value;
  }
  if (/<[a-z][a-z0-9+.-]*:[^<>\s]*$/i.test(before)) return value;
  if (/<[a-zA-Z][^<>]*$/.test(before)) {
    const quoted = quoteHtml(value);
    return quotedPattern.test(before) ? quoted.slice(1, -1) : quoted;
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
