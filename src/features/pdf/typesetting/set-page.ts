import type { Content, PageContent, Section, Text } from 'pdfmake';
import type { Block } from '../../../document/document-tree.ts';
import { blockTexts } from '../../../document/tree-text.ts';
import type { Book, BookPage } from '../book.ts';
import { noteDestination, pageDestination } from './destinations.ts';
import { evaluate, type ReadPage } from './library.ts';
import { setBar, setPageList, titleText } from './set-front-matter.ts';
import { setLines } from './set-paragraph.ts';
import { isShort } from './short-blocks.ts';
import { setText, type Style } from './set-text.ts';
import { setWithin, withoutLastGap, type Library, type Setting } from './setting.ts';
import { BLOCK_GAP, body, colors, label, margins, measure, small } from './theme.ts';

const titleStyle: Style = {
  font: 'Sans',
  bold: true,
  fontSize: 26,
  lineHeight: 0.95,
  color: colors.ink,
};

/** Sets a page of the content on sheets of its own. A group lists its pages. */
export function setPage(page: ReadPage, book: Book, library: Library): Section {
  const notes: Block[][] = [];
  const destination = pageDestination(page.id);
  const parent = page.parent === null ? null : pageDestination(page.parent);
  library.bookmarks.add(page.title, destination, parent);
  const setting: Setting = {
    library,
    targets: page.text?.targets ?? new Map(),
    width: measure,
    style: body,
    gap: BLOCK_GAP,
    notes,
    pageId: page.id,
    chapter: { destination },
    evaluate: (blocks) => evaluate(blocks, page, book),
    including: [],
  };
  const contents = page.text ? library.setBlocks(withoutTitle(page), setting) : [];
  const below = page.text ? [] : pagesBelow(page, book.pages);
  return {
    section: [
      ...setOpening(page, book.language),
      ...(below.length > 0 ? [setPageList(below, book.language)] : []),
      ...contents,
      ...setNotes(notes, setting),
    ],
    header: runningHeader(page, book),
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

function setOpening(page: BookPage, language: string | null): Content[] {
  const { id, title, emoji, description, above } = page;
  const text = setText(titleText(title, emoji), titleStyle, language);
  const path = setText(above.join('  ›  '), label, language);
  const intro: Style = { ...body, italics: true, fontSize: 12, color: colors.muted };
  const lead: Text[] = description === null ? [] : setText(description, intro, language);
  return [
    ...(path.length > 0 ? [{ text: path, margin: [0, 0, 0, 6] } as Content] : []),
    { ...setLines(text, { width: measure }), id: pageDestination(id), margin: [0, 0, 0, 10] },
    ...(lead.length > 0
      ? [{ ...setLines(lead, { width: measure }), margin: [0, 0, 0, 10] } as Content]
      : []),
    setBar(36, 2),
    { text: ' ', fontSize: 12 },
  ];
}

/** Returns the running header of a page, for all of its sheets but the first. */
function runningHeader(page: BookPage, { title, language }: Book): PageContent {
  let isFirst = true;
  const [chapter = title] = page.above;
  return () => {
    if (isFirst) {
      isFirst = false;
      return { text: '' };
    }
    const columns: Content[] = [
      { text: setText(chapter, small, language), width: '*' },
      { text: setText(page.title, small, language), width: '*', alignment: 'right' },
    ];
    const line = {
      type: 'line',
      x1: 0,
      x2: measure,
      y1: 5,
      y2: 5,
      lineWidth: 0.5,
      lineColor: colors.rule,
    };
    const [left, , right] = margins;
    return { stack: [{ columns }, { canvas: [line] }], margin: [left, 44, right, 0] };
  };
}

/** Sets the notes of a page at its end. */
function setNotes(notes: readonly Block[][], setting: Setting): Content[] {
  if (notes.length === 0) return [];
  const style = { ...body, fontSize: 8.8 };
  const line = {
    type: 'line',
    x1: 0,
    x2: 70,
    y1: 0,
    y2: 0,
    lineWidth: 0.6,
    lineColor: colors.faint,
  };
  const inner = { ...setting, style, gap: 3 };
  const set = notes.map((blocks, index): Content => {
    const number: Content = { ...style, text: String(index + 1), color: colors.accent, width: 16 };
    const stack = withoutLastGap(setWithin(blocks, inner, 16));
    const id = noteDestination(setting.pageId, index + 1);
    return {
      columns: [
        { ...number, id },
        { stack, width: '*' },
      ],
      margin: [0, 0, 0, 4],
    };
  });
  const [first, ...others] = set;
  const rule: Content = { canvas: [line], margin: [0, 14, 0, 8] };
  const isKept = isShort(notes[0] ?? []);
  const opening = first ? [rule, first] : [rule];
  return [{ stack: opening, unbreakable: isKept }, ...others];
}
