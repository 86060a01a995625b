import type { Content } from 'pdfmake';
import type { BookTarget } from '../book.ts';
import type { Block, HeadingBlock } from '../../content/document/document-tree.ts';
import type { Bookmarks } from './bookmarks.ts';
import type { ImageStore } from './image-store.ts';
import type { Style } from './set-text.ts';

/** The least room of a block. */
const WIDTH_MIN = 40;

/** What all pages of a book share while it is set. */
export interface Library {
  language: string | null;
  images: ImageStore;
  /** The contents that pages include, by id, and what the references in them lead to. */
  reusableContents: ReadonlyMap<
    string,
    { blocks: Block[]; size: number; targets: ReadonlyMap<string, BookTarget> }
  >;
  /**
   * Whether there is room for so many more characters that are included: contents that include one
   * another several times would become endless.
   */
  takeRoom(size: number): boolean;
  /** Where links to a page go, if the book has it. */
  destinationOf(page: string, anchor?: string): string | undefined;
  /** Where links to a heading go; undefined within what is included, which can come twice. */
  destinationOfHeading(heading: HeadingBlock): string | undefined;
  bookmarks: Bookmarks;
  /** Blocks one below the other. */
  setBlocks(blocks: readonly Block[], setting: Setting): Content[];
}

/** What is known where a block is set. */
export interface Setting {
  library: Library;
  targets: ReadonlyMap<string, BookTarget>;
  /** In points. */
  width: number;
  style: Style;
  /** Space below a paragraph. */
  gap: number;
  /** The notes of the page so far: the blocks of each. */
  notes: Block[][];
  /** Names the notes of the page. */
  pageId: string;
  /** Destination of the last bookmark of the page for a heading of the first level. */
  chapter: { destination: string };
  /** What readers see of blocks that are included: the values of the page in it. */
  evaluate: (blocks: Block[]) => Block[];
  /** Reusable contents that this is in: one that includes itself ends there. */
  including: readonly string[];
}

/** Blocks in less room. */
export function setWithin(blocks: readonly Block[], setting: Setting, inset: number): Content[] {
  const width = Math.max(setting.width - inset, WIDTH_MIN);
  return setting.library.setBlocks(blocks, { ...setting, width });
}

/** The last block of a panel has no gap below it: the panel has one. */
export function withoutLastGap(contents: Content[]): Content[] {
  const last = contents.at(-1);
  if (!last) return contents;
  if ('margin' in last && last.margin) {
    const [left, top, right] = last.margin;
    last.margin = [left, top, right, 0];
  }
  if ('stack' in last) withoutLastGap(last.stack);
  if ('ul' in last) withoutLastGap(last.ul);
  if ('ol' in last) withoutLastGap(last.ol);
  return contents;
}
