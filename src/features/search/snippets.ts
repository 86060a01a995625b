import { truncate } from '../../lib/truncate.ts';
import { escapeHtml } from '../../lib/escape-html.ts';
import type { SectionText } from './marked-expressions.ts';
import type { QueryTerms } from './search-connection.ts';
import type { SearchedSection } from './searched-text.ts';
import { withoutTail } from './text-query.ts';
import { wordsIn, type Word } from './words.ts';

/** Most sections of a page that are shown. */
export const SNIPPETS_MAX = 5;
/** Longest part of a text that is shown, in characters, without its marks. */
export const EXCERPT_LENGTH_MAX = 240;
/** Number of characters before the first match in a snippet. */
const LEAD_LENGTH = 60;
/** Longest part of a text that is marked at once, in characters: a word can be a whole text. */
const MARK_LENGTH_MAX = EXCERPT_LENGTH_MAX - LEAD_LENGTH;
/** Longest heading that is shown, in characters. */
const TITLE_LENGTH_MAX = 250;
/** Places among which the part of a text to show is chosen: the first ones. */
const MARKS_MAX = 2000;

/** A section in which something was found. */
export interface Snippet {
  title: string;
  anchor: string;
  /** HTML: what was found is marked, all else is as it is written. */
  body: string;
}

/** Position of a phrase of a query in a text. */
interface Mark {
  phrase: number;
  start: number;
  end: number;
}

interface Match {
  section: SectionText & { anchor: string };
  /** Number of phrases that match in the section. */
  found: number;
  isHeading: boolean;
  marks: Mark[];
}

/**
 * The sections of a page that contain words of a query, the best first: those with most of them,
 * and of these the ones whose heading has some. Of each the part of the text with the words.
 */
export function snippetsOf(sections: readonly SearchedSection[], wanted: QueryTerms): Snippet[] {
  const find = finderOf(wanted);
  const matchIn = (section: Match['section']): Match => {
    const [inTitle, marks] = [find(section.title), find(section.text)];
    const found = new Set([...inTitle, ...marks].map(({ phrase }) => phrase)).size;
    return { section, found, isHeading: inTitle.length > 0, marks };
  };
  const matches = sections.flatMap((section) => {
    const { anchor, written } = section;
    const texts = [section, ...(written ? [{ anchor, ...written }] : [])];
    const [best] = texts.map(matchIn).toSorted(compareMatches);
    return best && best.found > 0 ? [best] : [];
  });
  return matches
    .toSorted(compareMatches)
    .slice(0, SNIPPETS_MAX)
    .map(({ section: { title, anchor, text }, marks }) => ({
      title: truncate(title, TITLE_LENGTH_MAX),
      anchor,
      body: markedExcerpt(text, bestMarks(marks)),
    }));
}

function compareMatches(a: Match, b: Match): number {
  return b.found - a.found || Number(b.isHeading) - Number(a.isHeading);
}

/** Finds the phrases of a query in texts; a word alone is a phrase, too. */
function finderOf({ query, forms }: QueryTerms): (text: string) => Mark[] {
  const phrases = query.phrases.map((phrase) =>
    withoutTail(phrase).map(({ text, isPrefix }) => {
      const words = new Set([text, ...(forms.get(text) ?? [])]);
      return (word: Word | undefined) =>
        word !== undefined && (words.has(word.text) || (isPrefix && word.text.startsWith(text)));
    }),
  );
  const longest = Math.max(1, ...phrases.map(({ length }) => length));
  return (text) => {
    const marks: Mark[] = [];
    for (const words of windowsOf(wordsIn(text), longest)) {
      const start = words[0]?.start ?? 0;
      for (const [phrase, terms] of phrases.entries()) {
        if (!terms.every((isMeant, index) => isMeant(words[index]))) continue;
        const end = words[terms.length - 1]?.end ?? start;
        marks.push({ phrase, start, end: endOfMark(text, start, end) });
      }
      if (marks.length >= MARKS_MAX) break;
    }
    return marks;
  };
}

/** Each item with those that follow on it, at most so many in all. */
function* windowsOf<Item>(items: Iterable<Item>, size: number): Iterable<readonly Item[]> {
  const window: Item[] = [];
  for (const item of items) {
    window.push(item);
    if (window.length < size) continue;
    yield window;
    window.shift();
  }
  for (; window.length > 0; window.shift()) yield window;
}

function endOfMark(text: string, start: number, end: number): number {
  if (end - start <= MARK_LENGTH_MAX) return end;
  const last = start + MARK_LENGTH_MAX;
  return isInsideCharacter(text, last) ? last - 1 : last;
}

/** The marks in the part of a text that has most of the phrases that were looked for. */
function bestMarks(marks: readonly Mark[]): Mark[] {
  let best: Mark[] = [];
  let bestCount = 0;
  let last = 0;
  const counts = new Map<number, number>();
  for (const [first, { start, phrase }] of marks.entries()) {
    const limit = start + MARK_LENGTH_MAX;
    for (let mark = marks[last]; mark && mark.end <= limit; mark = marks[last]) {
      counts.set(mark.phrase, (counts.get(mark.phrase) ?? 0) + 1);
      last += 1;
    }
    if (counts.size > bestCount) [best, bestCount] = [marks.slice(first, last), counts.size];
    const left = (counts.get(phrase) ?? 1) - 1;
    if (left > 0) counts.set(phrase, left);
    else counts.delete(phrase);
    last = Math.max(last, first + 1);
  }
  return best.length > 0 ? best : marks.slice(0, 1);
}

/** The part of a text around words, which are marked; the beginning where there are none. */
function markedExcerpt(text: string, marks: readonly Mark[]): string {
  const from = startOf(text, (marks[0]?.start ?? 0) - LEAD_LENGTH);
  const to = endOf(text, from + EXCERPT_LENGTH_MAX, marks.at(-1)?.end ?? 0);
  let html = from > 0 ? '…' : '';
  let at = from;
  for (const [start, end] of joined(marks)) {
    html += `${plain(text.slice(at, start))}<mark>${plain(text.slice(start, end))}</mark>`;
    at = end;
  }
  return `${html}${plain(text.slice(at, to))}${to < text.length ? '…' : ''}`;
}

function plain(text: string): string {
  return escapeHtml(text.replace(/\s+/g, ' '));
}

/** The beginning of the word at a place, if it is near. */
function startOf(text: string, place: number): number {
  if (place <= 0) return 0;
  const near = Math.max(0, place - LEAD_LENGTH);
  const space = text.slice(near, place + 1).search(/\s\S*$/);
  if (space >= 0) return near + space + 1;
  return isInsideCharacter(text, place) ? place + 1 : place;
}

/** The end of the last word before a place, if it is near and not before what is marked. */
function endOf(text: string, place: number, least: number): number {
  if (place >= text.length) return text.length;
  const end = Math.max(place, least);
  const near = Math.max(least, end - LEAD_LENGTH);
  const space = text.slice(near, end + 1).search(/\s\S*$/);
  if (space >= 0) return near + space;
  return isInsideCharacter(text, end) ? end - 1 : end;
}

function isInsideCharacter(text: string, place: number): boolean {
  return /[\uDC00-\uDFFF]/.test(text.charAt(place));
}

/** The places of words; of those that overlap, as in scripts without spaces, one. */
function joined(marks: readonly Mark[]): [start: number, end: number][] {
  const places: [number, number][] = [];
  for (const { start, end } of marks) {
    const before = places.at(-1);
    if (before && start <= before[1]) before[1] = Math.max(before[1], end);
    else places.push([start, end]);
  }
  return places;
}
