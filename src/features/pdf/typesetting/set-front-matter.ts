import type { Content, Section, TableLayout, Text } from 'pdfmake';
import type { Book, BookPage } from '../book.ts';
import { pageDestination } from './destinations.ts';
import { emojiText } from './set-inlines.ts';
import { setText, type Style } from './set-text.ts';
import { body, colors, measure, small } from './theme.ts';

const NUMBER_WIDTH = 30;
/** Indentation of a page title per level. */
const INDENT = 15;

/** Sets the cover: what the book contains, and when it was written. */
export function setCover({ title, emoji, subtitle, language, writtenAt }: Book): Section {
  const heading: Style = {
    font: 'Sans',
    bold: true,
    fontSize: 36,
    lineHeight: 0.95,
    color: colors.ink,
  };
  const date = new Intl.DateTimeFormat(language ?? 'en', { dateStyle: 'long', timeZone: 'UTC' });
  const picture = emoji ? setText(emojiText(emoji), { ...heading, fontSize: 40 }, language) : [];
  return {
    section: [
      { text: picture.length > 0 ? picture : ' ', fontSize: 40, margin: [0, 150, 0, 18] },
      { text: setText(title, heading, language), margin: [0, 0, 0, 20] },
      setBar(64, 3),
      {
        text: setText(subtitle ?? '', { ...body, fontSize: 15, color: colors.muted }, language),
        margin: [0, 20, 0, 0],
      },
      {
        text: setText(date.format(new Date(writtenAt)), { ...small, fontSize: 10.5 }, language),
        margin: [0, 14, 0, 0],
      },
    ],
    header: null,
    footer: null,
  };
}

/** Sets the short bar below titles. */
export function setBar(width: number, height: number): Content {
  return { canvas: [{ type: 'rect', x: 0, y: 0, w: width, h: height, color: colors.accent }] };
}

/** Sets the table of contents: all pages with their numbers. */
export function setContents({ pages, language }: Book): Section {
  const heading: Style = { font: 'Sans', bold: true, fontSize: 24, color: colors.ink };
  return {
    section: [
      { text: setText(contentsWord(language), heading, language), margin: [0, 6, 0, 16] },
      setPageList(pages, language),
    ],
    header: null,
  };
}

const words: Readonly<Record<string, string>> = {
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
  return words[(language ?? '').slice(0, 2)] ?? 'Contents';
}

const listLayout: TableLayout = {
  hLineWidth: () => 0,
  vLineWidth: () => 0,
  paddingLeft: () => 0,
  paddingRight: () => 0,
  paddingTop: () => 0,
  paddingBottom: () => 0,
};

/** Sets a list of pages with their numbers, indented by level. */
export function setPageList(pages: readonly BookPage[], language: string | null): Content {
  const top = pages.reduce((least, { depth }) => Math.min(least, depth), Infinity);
  const rows = pages.map((page) => setEntry(page, page.depth - top, language));
  return {
    table: { widths: [measure - NUMBER_WIDTH, NUMBER_WIDTH], body: rows },
    layout: listLayout,
  };
}

function setEntry(
  { id, title, emoji }: BookPage,
  depth: number,
  language: string | null,
): Content[] {
  const linkToDestination = pageDestination(id);
  const style: Style = {
    font: 'Sans',
    fontSize: depth === 0 ? 10.8 : 10,
    bold: depth === 0,
    color: depth > 1 ? colors.muted : colors.ink,
    linkToDestination,
  };
  const above = depth === 0 ? 9 : 3;
  const text: Text[] = setText(titleText(title, emoji), style, language);
  return [
    { text, margin: [depth * INDENT, above, 0, 0] },
    {
      ...style,
      color: depth === 0 ? colors.ink : colors.muted,
      pageReference: linkToDestination,
      alignment: 'right',
      margin: [0, above, 0, 0],
    },
  ];
}

/** Returns a title with its emoji before it. */
export function titleText(title: string, emoji: string | null): string {
  const shown = title.trim() === '' ? '–' : title;
  return emoji ? `${emojiText(emoji)}\u2002${shown}` : shown;
}
