import type { Variables } from '../../revisions/store/entry.ts';

/** Content of a PDF: everything that the typesetting process needs, as cloneable values. */
export interface Book {
  title: string;
  emoji: string | null;
  /** Description of the content, if it is not the published content of the whole space. */
  subtitle: string | null;
  /** Language code of the content. */
  language: string | null;
  /** Time at which the content was written, in ISO 8601. */
  writtenAt: string;
  /** `space.vars` in expressions. */
  variables: Variables;
  /** Pages in reading order. */
  pages: BookPage[];
  /** Reusable contents used by pages, by id. */
  reusableContents: ReadonlyMap<string, BookText>;
  images: BookImage[];
}

export interface BookPage {
  id: string;
  /** Id of the parent page, if it is in the book. */
  parent: string | null;
  /** Number of ancestors that are in the book. */
  depth: number;
  title: string;
  emoji: string | null;
  description: string | null;
  /** Titles of the ancestors, from the top. */
  above: string[];
  /** `page.vars` in expressions. */
  variables: Variables;
  /** Text of the page; null for a group. */
  text: BookText | null;
}

export interface BookText {
  markdown: string;
  /** Reference targets, by the address that `referenceAddress` returns. */
  targets: ReadonlyMap<string, BookTarget>;
}

/** Target of a reference. */
export type BookTarget =
  /** Page of the same content; the address is for books without that page. */
  | { kind: 'page'; page: string; anchor?: string; title: string; url: string }
  | { kind: 'file'; file: string; name: string; size: number }
  | { kind: 'reusable-content'; reusableContent: string }
  /** Target with an address. */
  | { kind: 'url'; url: string; title?: string }
  /** Target with a name, but no address. */
  | { kind: 'name'; title: string };

export interface BookImage {
  /** File id. */
  file: string;
  /** Content of the image; null if it is too large or cannot be printed for another reason. */
  bytes: Uint8Array | null;
  problem?: string;
}
