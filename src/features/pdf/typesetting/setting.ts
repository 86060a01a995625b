import type { BookTarget } from '../book.ts';
import type { Block, HeadingBlock } from '../../../document/document-tree.ts';
import type { PrintBlock, PrintTarget } from './print-tree.ts';
import { charactersOf } from './text-pieces.ts';

/** Width of the text on a page, in points. */
export const PAGE_WIDTH = 439;
/** Height of the text on a page, in points. */
export const PAGE_HEIGHT = 669;
/** Font sizes of the template, in points. */
export const BODY_SIZE = 10.2;
export const CARD_SIZE = 9.2;

/** Minimum width of a block. */
const WIDTH_MIN = 40;

/** Printable image, or the reason why it cannot be printed. */
export type PrintedImage = { path: string; width: number; height: number } | { problem: string };

/** State shared by all pages of a book while it is built. */
export interface Library {
  /** Images by file id or `data:` address. */
  images: ReadonlyMap<string, PrintedImage>;
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
  /** Reserves a bookmark; returns whether there was room for one. */
  takeBookmark(): boolean;
  /** Returns a link to a page or an anchor in it; undefined if the page is not in the book. */
  targetOf(page: string, anchor?: string): PrintTarget | undefined;
  /** Returns the label of a heading that is printed; undefined in reusable content. */
  labelOf(heading: HeadingBlock): string | undefined;
  printBlocks(blocks: readonly Block[], setting: PrintContext): PrintBlock[];
}

/** Context in which a block is printed. */
export interface PrintContext {
  library: Library;
  targets: ReadonlyMap<string, BookTarget>;
  /** Available width, in points. */
  width: number;
  fontSize: number;
  /** Number of containers around the block. */
  depth: number;
  /** Levels of the page and of its last heading in the outline. */
  outline: { page: number; last: number };
  /** Evaluates included blocks with the values of the page. */
  evaluate: (blocks: Block[]) => Block[];
  /** Ids of the reusable contents that enclose this block, to detect cycles. */
  including: readonly string[];
}

/** Returns the setting within a container that is narrower by the given width. */
export function narrowContext(setting: PrintContext, inset: number): PrintContext {
  const width = Math.max(setting.width - inset, WIDTH_MIN);
  return { ...setting, width, depth: setting.depth + 1 };
}

/** Returns the number of characters of a word that fits on a line. */
export function wordMax({ width, fontSize }: Pick<PrintContext, 'width' | 'fontSize'>): number {
  return charactersOf(width, fontSize);
}
