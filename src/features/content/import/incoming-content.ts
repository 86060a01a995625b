import type { DocsFile, DocsPage, DocsReusableContent } from '../docs-folder/docs-folder.ts';

/** Bytes that are stored already. */
export interface StoredBytes {
  /** The name of the blob. */
  blob: string;
  /** Git's id of the bytes. */
  oid: string;
}

/** A page of a folder, on its way into a revision. */
export interface IncomingPage {
  page: DocsPage;
  parent: IncomingPage | null;
  /** The file of a document that has one. */
  source: StoredBytes | undefined;
}

/** A file of a folder, on its way into a revision. */
export interface IncomingFile extends StoredBytes {
  file: DocsFile;
}

/** Content that pages share, on its way into a revision. */
export interface IncomingReusableContent extends StoredBytes {
  content: DocsReusableContent;
}

export interface IncomingContent {
  /** In reading order, so that a page comes after the one above it. */
  pages: IncomingPage[];
  files: IncomingFile[];
  reusableContents: IncomingReusableContent[];
}
