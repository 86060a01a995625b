import { readClaims } from '../../../lib/conditions/read-claims.ts';
import { documentSize } from '../../../document/document-size.ts';
import type { Block, DocumentTree, HeadingBlock } from '../../../document/document-tree.ts';
import { INCLUDED_LENGTH_MAX } from '../../../document/evaluation/document-evaluation.ts';
import { evaluateDocument } from '../../../document/evaluation/evaluate-document.ts';
import { markdownToDocument } from '../../../document/markdown-to-document.ts';
import { anchorNames, headingAnchors } from '../../links/anchors.ts';
import type { Book, BookPage, BookText } from '../book.ts';
import { printBlocks } from './print-blocks.ts';
import type { PrintTarget } from './print-tree.ts';
import type { Library, PrintedImage } from './setting.ts';

/** Maximum number of bookmarks in a book, since readers list them all. */
const BOOKMARKS_MAX = 5000;

/** Claims of an anonymous visitor. */
const nobody = readClaims({});

/** Page with its text as blocks. */
export interface ReadPage extends BookPage {
  blocks: Block[];
}

/** Library that can complete its links once all pages are printed. */
export interface BookLibrary extends Library {
  /**
   * Changes links to headings that were not printed into links to their pages: Typst refuses a link
   * to a missing label.
   */
  completeLinks(): void;
}

/** Reads all texts of a book at once, since links can point to places in later pages. */
export function readBook(
  book: Book,
  images: ReadonlyMap<string, PrintedImage>,
): { pages: ReadPage[]; library: BookLibrary } {
  const pages = book.pages.map((page) => ({
    ...page,
    blocks: page.text ? evaluate(treeOf(page.text).nodes, page, book) : [],
  }));
  const places = new Places(pages);
  const reusableContents = new Map(
    [...book.reusableContents].map(([id, text]) => {
      const tree = treeOf(text);
      return [id, { blocks: tree.nodes, size: documentSize(tree), targets: text.targets }];
    }),
  );
  let includedLength = 0;
  let bookmarks = 0;
  const library: BookLibrary = {
    images,
    reusableContents,
    takeRoom(size) {
      includedLength += size;
      return includedLength <= INCLUDED_LENGTH_MAX;
    },
    takeBookmark() {
      bookmarks += 1;
      return bookmarks <= BOOKMARKS_MAX;
    },
    targetOf: (page, anchor) => places.find(page, anchor),
    labelOf: (heading) => places.print(heading),
    printBlocks,
    completeLinks: () => places.completeLinks(),
  };
  return { pages, library };
}

/**
 * Evaluates blocks for an anonymous visitor with the variables of a page. Reusable contents are not
 * inserted yet, because their addresses resolve differently.
 */
export function evaluate(
  nodes: Block[],
  page: Pick<BookPage, 'variables'>,
  book: Pick<Book, 'variables'>,
): Block[] {
  const tree: DocumentTree = { object: 'document', data: { schemaVersion: 1 }, nodes };
  return evaluateDocument(tree, {
    page: page.variables,
    space: book.variables,
    claims: nobody,
    contents: new Map(),
  }).tree.nodes;
}

function treeOf({ markdown }: BookText): DocumentTree {
  return markdownToDocument(markdown, { hasFrontMatter: false });
}

/** Returns the label of a page. */
export function pageLabel(page: string): string {
  return `page ${page}`;
}

/** Link targets in a book: its pages and headings. */
class Places {
  readonly #labels = new Map<string, string>();
  readonly #headings = new Map<HeadingBlock, string>();
  readonly #printed = new Set<string>();
  readonly #links: { target: { label: string }; page: string }[] = [];

  constructor(pages: readonly ReadPage[]) {
    for (const { id } of pages) {
      this.#labels.set(id, pageLabel(id));
      this.#printed.add(pageLabel(id));
    }
    for (const page of pages) this.#addHeadings(page);
  }

  /** Returns a link to an anchor; to the page if the anchor is unknown. */
  find(page: string, anchor: string | undefined): PrintTarget | undefined {
    const names = anchor === undefined ? [] : anchorNames(anchor);
    const places = names.flatMap((name) => this.#labels.get(`${page} ${name}`) ?? []);
    const label = places[0] ?? this.#labels.get(page);
    if (label === undefined) return undefined;
    const target = { label };
    this.#links.push({ target, page });
    return target;
  }

  /** Returns the label of a heading that is printed now; undefined if it was printed before. */
  print(heading: HeadingBlock): string | undefined {
    const label = this.#headings.get(heading);
    if (label === undefined || this.#printed.has(label)) return undefined;
    this.#printed.add(label);
    return label;
  }

  completeLinks(): void {
    for (const { target, page } of this.#links) {
      if (!this.#printed.has(target.label)) target.label = pageLabel(page);
    }
  }

  #addHeadings({ id: pageId, blocks }: ReadPage): void {
    headingAnchors(blocks).forEach(([heading, names], index) => {
      const label = `${pageLabel(pageId)} ${index + 1}`;
      this.#headings.set(heading, label);
      for (const name of names) {
        const place = `${pageId} ${name}`;
        if (!this.#labels.has(place)) this.#labels.set(place, label);
      }
    });
  }
}
