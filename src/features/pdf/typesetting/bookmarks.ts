import type { Outline } from 'pdfmake';

/** Maximum number of bookmarks in a book, since readers list them all. */
const BOOKMARKS_MAX = 5000;
/** Maximum length of a bookmark's text, in characters. */
const TITLE_LENGTH_MAX = 120;

interface Bookmark {
  title: string;
  destination: string;
  below: Bookmark[];
}

/** Bookmarks of a book: its pages, and two levels of headings in them. */
export class Bookmarks {
  readonly #top: Bookmark[] = [];
  readonly #byDestination = new Map<string, Bookmark>();

  /**
   * Adds a bookmark.
   *
   * @param parent destination of the parent bookmark; null at the top
   */
  add(title: string, destination: string, parent: string | null): void {
    const text = title.replaceAll(/\s+/g, ' ').trim().slice(0, TITLE_LENGTH_MAX).toWellFormed();
    if (text === '' || this.#byDestination.size >= BOOKMARKS_MAX) return;
    const bookmark = { title: text, destination, below: [] };
    const above = parent === null ? undefined : this.#byDestination.get(parent);
    (above?.below ?? this.#top).push(bookmark);
    this.#byDestination.set(destination, bookmark);
  }

  /** Writes the bookmarks to a PDF that contains all destinations. */
  write(outline: Outline, bookmarks: readonly Bookmark[] = this.#top): void {
    for (const { title, destination, below } of bookmarks) {
      const item = outline.addItem(title, { pageNumber: 0 });
      // The library supports page targets only, so the named destination is set directly.
      item.outlineData.Dest = new String(destination);
      this.write(item, below);
    }
  }
}
