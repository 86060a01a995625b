import type { Outline } from 'pdfmake';

/** Bookmarks of one book: readers list them all. */
const BOOKMARKS_MAX = 5000;
/** Of the text of a bookmark, in characters. */
const TITLE_LENGTH_MAX = 120;

interface Bookmark {
  title: string;
  destination: string;
  below: Bookmark[];
}

/** The bookmarks of a book: its pages, and the headings of two levels in them. */
export class Bookmarks {
  readonly #top: Bookmark[] = [];
  readonly #byDestination = new Map<string, Bookmark>();

  /** @param parent destination of the bookmark that this one is below; null at the top */
  add(title: string, destination: string, parent: string | null): void {
    const text = title.replaceAll(/\s+/g, ' ').trim().slice(0, TITLE_LENGTH_MAX).toWellFormed();
    if (text === '' || this.#byDestination.size >= BOOKMARKS_MAX) return;
    const bookmark = { title: text, destination, below: [] };
    const above = parent === null ? undefined : this.#byDestination.get(parent);
    (above?.below ?? this.#top).push(bookmark);
    this.#byDestination.set(destination, bookmark);
  }

  /** Writes them to a PDF, in which all destinations are. */
  write(outline: Outline, bookmarks: readonly Bookmark[] = this.#top): void {
    for (const { title, destination, below } of bookmarks) {
      const item = outline.addItem(title, { pageNumber: 0 });
      // Only the name of a place leads to it: the library knows pages alone.
      item.outlineData.Dest = new String(destination);
      this.write(item, below);
    }
  }
}
