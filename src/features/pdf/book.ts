import type { Variables } from '../content/store/entry.ts';

/** Content of a PDF: all that the process needs which sets it, as values that can be copied. */
export interface Book {
  title: string;
  emoji: string | null;
  /** What it is of, when that is not the whole space as it is published. */
  subtitle: string | null;
  /** Code of the language of the content. */
  language: string | null;
  /** When the content was written: ISO 8601. */
  writtenAt: string;
  /** `space.vars` in expressions. */
  variables: Variables;
  /** In reading order. */
  pages: BookPage[];
  /** What pages include, by id. */
  reusableContents: ReadonlyMap<string, BookText>;
  images: BookImage[];
}

export interface BookPage {
  id: string;
  /** Id of the page above it, when that is in the book. */
  parent: string | null;
  /** How many of the pages above it are in the book. */
  depth: number;
  title: string;
  emoji: string | null;
  description: string | null;
  /** Titles of the pages above it, from the top. */
  above: string[];
  /** `page.vars` in expressions. */
  variables: Variables;
  /** Null for a group, which has none. */
  text: BookText | null;
}

export interface BookText {
  markdown: string;
  /** What its references lead to, by their addresses as `referenceAddress` writes them. */
  targets: ReadonlyMap<string, BookTarget>;
}

/** What a reference leads to. */
export type BookTarget =
  /** A page of the same content; the address is for books without that page. */
  | { kind: 'page'; page: string; anchor?: string; title: string; url: string }
  | { kind: 'file'; file: string; name: string; size: number }
  | { kind: 'reusable-content'; reusableContent: string }
  /** Anything with an address. */
  | { kind: 'url'; url: string; title?: string }
  /** Something that has a name, but no address. */
  | { kind: 'name'; title: string };

export interface BookImage {
  /** Id of the file. */
  file: string;
  /** Null when it is too large, or cannot be printed for another reason. */
  bytes: Uint8Array | null;
  problem?: string;
}
