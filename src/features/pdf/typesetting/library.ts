import { anchorNames, headingAnchors } from '../../links/anchors.ts';
import { readClaims } from '../../../lib/conditions/read-claims.ts';
import type { Block, DocumentTree, HeadingBlock } from '../../../document/document-tree.ts';
import { documentSize } from '../../../document/document-size.ts';
import { INCLUDED_LENGTH_MAX } from '../../../document/evaluation/document-evaluation.ts';
import { evaluateDocument } from '../../../document/evaluation/evaluate-document.ts';
import { markdownToDocument } from '../../../document/markdown-to-document.ts';
import type { Book, BookPage, BookText } from '../book.ts';
import { Bookmarks } from './bookmarks.ts';
import { pageDestination } from './destinations.ts';
import { ImageStore } from './image-store.ts';
import { setBlocks } from './set-blocks.ts';
import type { Library } from './setting.ts';

/** Reusable content with its length as JSON. */
interface IncludedText {
  blocks: Block[];
  size: number;
  targets: BookText['targets'];
}

/** Claims of an anonymous visitor. */
const nobody = readClaims({});

/** Page with its text as blocks. */
export interface ReadPage extends BookPage {
  blocks: Block[];
}

/** Reads all texts of a book at once, since links can point to places in later pages. */
export function readBook(book: Book): { pages: ReadPage[]; library: Library } {
  const pages = book.pages.map((page) => ({
    ...page,
    blocks: page.text ? evaluate(blocksOf(page.text), page, book) : [],
  }));
  const places = new Places(pages);
  const reusableContents = new Map(
    [...book.reusableContents].map(([id, text]) => [id, readIncluded(text)]),
  );
  let includedLength = 0;
  const library: Library = {
    language: book.language,
    images: new ImageStore(book.images),
    reusableContents,
    takeRoom(size) {
      includedLength += size;
      return includedLength <= INCLUDED_LENGTH_MAX;
    },
    destinationOf: (page, anchor) => places.find(page, anchor),
    destinationOfHeading: (heading) => places.destinationOfHeading(heading),
    bookmarks: new Bookmarks(),
    setBlocks,
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

function blocksOf(text: BookText): Block[] {
  return treeOf(text).nodes;
}

function readIncluded(text: BookText): IncludedText {
  const tree = treeOf(text);
  return { blocks: tree.nodes, size: documentSize(tree), targets: text.targets };
}

function treeOf({ markdown }: BookText): DocumentTree {
  return markdownToDocument(markdown, { hasFrontMatter: false });
}

/** Link destinations in a book: its pages and headings. */
class Places {
  readonly #destinations = new Map<string, string>();
  readonly #headings = new Map<HeadingBlock, string>();

  constructor(pages: readonly ReadPage[]) {
    for (const { id } of pages) this.#destinations.set(id, pageDestination(id));
    for (const page of pages) this.#addHeadings(page);
  }

  /** Returns the destination of an anchor; that of the page if the anchor is unknown. */
  find(page: string, anchor: string | undefined): string | undefined {
    const names = anchor === undefined ? [] : anchorNames(anchor);
    const places = names.flatMap((name) => this.#destinations.get(`${page} ${name}`) ?? []);
    return places[0] ?? this.#destinations.get(page);
  }

  destinationOfHeading(heading: HeadingBlock): string | undefined {
    return this.#headings.get(heading);
  }

  #addHeadings({ id: pageId, blocks }: ReadPage): void {
    headingAnchors(blocks).forEach(([heading, names], index) => {
      const id = `${pageDestination(pageId)} ${index + 1}`;
      this.#headings.set(heading, id);
      for (const name of names) {
        const place = `${pageId} ${name}`;
        if (!this.#destinations.has(place)) this.#destinations.set(place, id);
      }
    });
  }
}
