import type { Block } from '../../../document/document-tree.ts';
import { blockTexts } from '../../../document/tree-text.ts';
import type { Book, BookPage } from '../book.ts';
import { evaluate, pageLabel, readBook, type ReadPage } from './library.ts';
import { emojiText } from './print-inlines.ts';
import type { PrintBook, PrintEntry, PrintLine, PrintPage } from './print-tree.ts';
import { BODY_SIZE, PAGE_WIDTH, type Library, type PrintedImage } from './setting.ts';
import { charactersOf, printLine, printText } from './text-pieces.ts';

/** Width of the numbers in the table of contents, and indentation per level. */
const NUMBER_WIDTH = 30;
const INDENT = 15;
/** Font sizes of the template, in points. */
const COVER_SIZE = 36;
const TITLE_SIZE = 26;
const ENTRY_SIZE = 10.8;
const LEAD_SIZE = 12;
const SMALL_SIZE = 8.6;

/** Returns a book as data for the template. A single page has no cover. */
export function printBook(book: Book, images: ReadonlyMap<string, PrintedImage>): PrintBook {
  const { pages, library } = readBook(book, images);
  const printed = pages.map((page) => printPage(page, book, library));
  library.completeLinks();
  const writtenAt = new Date(book.writtenAt);
  return {
    title: book.title.toWellFormed(),
    lang: languageOf(book.language),
    writtenAt: book.writtenAt.split(/\D/).slice(0, 6).map(Number),
    ...(pages.length !== 1 && { cover: printCover(book, writtenAt) }),
    contents: printTitle(contentsWord(book.language), TITLE_SIZE),
    pages: printed,
  };
}

/** Returns a language code that Typst knows: two or three letters. */
function languageOf(language: string | null): string {
  const [code = ''] = (language ?? '').toLowerCase().split(/[-_]/);
  return /^[a-z]{2,3}$/.test(code) ? code : 'en';
}

function printTitle(text: string, fontSize: number, width = PAGE_WIDTH): PrintLine {
  return printLine(text, charactersOf(width, fontSize));
}

/** Prints the cover: what the book contains, and when it was written. */
function printCover({ title, emoji, subtitle, language }: Book, writtenAt: Date) {
  const date = new Intl.DateTimeFormat(language ?? 'en', { dateStyle: 'long', timeZone: 'UTC' });
  return {
    emoji: emoji ? printText(emojiText(emoji), Infinity) : [],
    title: printTitle(title, COVER_SIZE),
    subtitle: printTitle(subtitle ?? '', 15),
    date: printTitle(date.format(writtenAt), 10.5),
  };
}

const contentsWords: Readonly<Record<string, string>> = {
  de: 'Inhalt',
  es: 'Contenido',
  fr: 'Table des matières',
  it: 'Indice',
  ja: '目次',
  ko: '목차',
  nl: 'Inhoud',
  pt: 'Conteúdo',
  zh: '目录',
};

function contentsWord(language: string | null): string {
  return contentsWords[(language ?? '').slice(0, 2)] ?? 'Contents';
}

function printEntries(pages: readonly BookPage[]): PrintEntry[] {
  const top = pages.reduce((least, { depth }) => Math.min(least, depth), Infinity);
  return pages.map(({ id, title, emoji, depth }) => {
    const level = depth - top;
    const room = Math.max(PAGE_WIDTH - NUMBER_WIDTH - level * INDENT, 100);
    return {
      label: pageLabel(id),
      depth: level,
      title: printTitle(titleText(title, emoji), ENTRY_SIZE, room),
    };
  });
}

/** Returns a title with its emoji before it. */
function titleText(title: string, emoji: string | null): string {
  const shown = title.trim() === '' ? '–' : title;
  return emoji ? `${emojiText(emoji)}\u2002${shown}` : shown;
}

/** Prints a page of the content on sheets of its own. A group lists its pages. */
function printPage(page: ReadPage, book: Book, library: Library): PrintPage {
  const { id, title, emoji, description, above, depth, text } = page;
  const level = depth + 1;
  const setting = {
    library,
    targets: text?.targets ?? new Map(),
    width: PAGE_WIDTH,
    fontSize: BODY_SIZE,
    depth: 0,
    outline: { page: level, last: level },
    evaluate: (blocks: Block[]) => evaluate(blocks, page, book),
    including: [],
  };
  return {
    label: pageLabel(id),
    level,
    title: printTitle(titleText(title, emoji), TITLE_SIZE),
    marked: library.takeBookmark(),
    path: above.length > 0 ? printTitle(above.join('  ›  '), SMALL_SIZE) : null,
    lead: description === null ? null : printTitle(description, LEAD_SIZE),
    header: [
      printTitle(above[0] ?? book.title, SMALL_SIZE, PAGE_WIDTH / 2),
      printTitle(title, SMALL_SIZE, PAGE_WIDTH / 2),
    ],
    entries: text ? [] : printEntries(pagesBelow(page, book.pages)),
    body: text ? library.printBlocks(withoutTitle(page), setting) : [],
  };
}

/** Removes the page title from the beginning of a text that repeats it. */
function withoutTitle({ title, blocks }: ReadPage): Block[] {
  const [first, ...others] = blocks;
  const isTitle =
    first?.type === 'heading-1' && blockTexts([first]).join('').trim() === title.trim();
  return isTitle ? others : blocks;
}

function pagesBelow(page: BookPage, pages: readonly BookPage[]): BookPage[] {
  const start = pages.findIndex(({ id }) => id === page.id) + 1;
  const end = pages.findIndex(({ depth }, index) => index >= start && depth <= page.depth);
  return pages.slice(start, end < 0 ? pages.length : end);
}
