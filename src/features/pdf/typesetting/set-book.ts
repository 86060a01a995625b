import type { Content, DocumentDefinition, Section } from 'pdfmake';
import type { Book } from '../book.ts';
import type { Bookmarks } from './bookmarks.ts';
import { readBook } from './library.ts';
import { setContents, setCover } from './set-front-matter.ts';
import { setPage } from './set-page.ts';
import { body, colors, margins, small } from './theme.ts';

/** Document for pdfmake, with its images and bookmarks. */
export interface SetBook {
  definition: DocumentDefinition;
  images: ReadonlyMap<string, Uint8Array>;
  bookmarks: Bookmarks;
}

/** Sets a book: cover and table of contents if it has several pages, then each page. */
export function setBook(book: Book): SetBook {
  const { pages, library } = readBook(book);
  const sections = pages.map((page) => setPage(page, book, library));
  const front = frontMatter(book);
  const writtenAt = new Date(book.writtenAt);
  const images = library.images.printed;
  return {
    definition: {
      content: [...front, ...sections],
      pageSize: 'A4',
      pageMargins: margins,
      defaultStyle: body,
      footer: setPageNumber,
      images: Object.fromEntries([...images.keys()].map((name) => [name, name])),
      info: {
        title: book.title,
        creator: 'docgraph',
        producer: 'docgraph',
        creationDate: writtenAt,
        modDate: writtenAt,
      },
      ...(book.language !== null && { language: book.language }),
      version: '1.7',
      displayTitle: true,
    },
    images,
    bookmarks: library.bookmarks,
  };
}

/** Sets the front matter. A single page has no cover; an empty book has no table of contents. */
function frontMatter(book: Book): Section[] {
  if (book.pages.length === 1) return [];
  const cover = setCover(book);
  return book.pages.length === 0 ? [cover] : [cover, setContents(book)];
}

function setPageNumber(page: number): Content {
  const style = { ...small, color: colors.faint };
  return { ...style, text: String(page), alignment: 'center', margin: [0, 34, 0, 0] };
}
