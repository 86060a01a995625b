import type { Content } from 'pdfmake';
import type { BookTarget } from '../book.ts';
import type { Block, HeadingBlock } from '../../../document/document-tree.ts';
import type { Bookmarks } from './bookmarks.ts';
import type { ImageStore } from './image-store.ts';
import type { Style } from './set-text.ts';

/** Minimum width of a block. */
const WIDTH_MIN = 40;

/** State shared by all pages of a book while it is typeset. */
export interface Library {
  language: string | null;
  images: ImageStore;
  /** Reusable contents by id, with the targets of their references. */
  reusableContents: ReadonlyMap<
    string,
    { blocks: Block[]; size: number; targets: ReadonlyMap<string, BookTarget> }
  >;
  /**
   * Reserves room for the given number of included characters; returns whether it was available.
   * Contents that include one another repeatedly would otherwise grow without limit.
   */
  takeRoom(size: number): boolean;
  /** Returns the destination of links to a page; undefined if it is not in the book. */
  destinationOf(page: string, anchor?: string): string | undefined;
  /**
   * Returns the destination of links to a heading; undefined in reusable content, which can repeat.
   */
  destinationOfHeading(heading: HeadingBlock): string | undefined;
  bookmarks: Bookmarks;
  /** Sets blocks one below the other. */
  setBlocks(blocks: readonly Block[], setting: Setting): Content[];
}

/** Context in which a block is set. */
export interface Setting {
  library: Library;
  targets: ReadonlyMap<string, BookTarget>;
  /** Available width, in points. */
  width: number;
  style: Style;
  /** Space below a paragraph. */
  gap: number;
  /** Notes of the page so far, each as blocks. */
  notes: Block[][];
  /** Id of the page, used in the destinations of its notes. */
  pageId: string;
  /** Destination of the page's last bookmark for a top-level heading. */
  chapter: { destination: string };
  /** Evaluates included blocks with the values of the page. */
  evaluate: (blocks: Block[]) => Block[];
  /** Ids of the reusable contents that enclose this block, to detect cycles. */
  including: readonly string[];
}

/** Sets blocks in a narrower width. */
export function setWithin(blocks: readonly Block[], setting: Setting, inset: number): Content[] {
  const width = Math.max(setting.width - inset, WIDTH_MIN);
  return setting.library.setBlocks(blocks, { ...setting, width });
}

/** Removes the gap below the last block of a panel, which has its own. */
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
