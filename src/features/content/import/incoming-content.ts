import type {
  DocsFile,
  DocsPage,
  DocsReusableContent,
} from '../../../document/docs-folder/docs-folder.ts';

/** Stored bytes. */
export interface StoredBytes {
  /** Hash of the blob. */
  blob: string;
  /** Git's id of the bytes. */
  oid: string;
}

/** A page of a folder that is being imported. */
export interface IncomingPage {
  page: DocsPage;
  parent: IncomingPage | null;
  /** The stored file of a document, if any. */
  source: StoredBytes | undefined;
}

/** A file of a folder that is being imported. */
export interface IncomingFile extends StoredBytes {
  file: DocsFile;
}

/** A reusable content of a folder that is being imported. */
export interface IncomingReusableContent extends StoredBytes {
  content: DocsReusableContent;
}

export interface IncomingContent {
  /** In reading order: a page follows its parent. */
  pages: IncomingPage[];
  files: IncomingFile[];
  reusableContents: IncomingReusableContent[];
}
