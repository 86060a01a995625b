import type { ContentReference } from '../../document/document-tree.ts';
import type { DocsFolder } from '../../document/docs-folder/docs-folder.ts';

/** Fetched and converted content, before it becomes part of a space. */
export interface ImportedContent {
  /** Folder whose paths are those of an archive, or addresses. */
  folder: DocsFolder;
  /** Reads a file of the folder. */
  read: (path: string) => Promise<Buffer>;
  /** Returns the name of a text in the report. */
  shown: (path: string) => string;
  /** Resolves an address in a text; returns undefined if it remains as it is. */
  resolve: (address: string, from: string) => ResolvedAddress | undefined;
}

export type ResolvedAddress =
  /** Missing target. */
  | { kind: 'missing' }
  /** Target in the folder. */
  | { kind: 'path'; path: string; anchor?: string }
  /** The same address, absolute. */
  | { kind: 'url'; url: string };

/** New references of a text, by address. */
export type AddressReferences = Readonly<Record<string, ContentReference>>;

/** Reason for skipping something because the time limit was reached. */
export const NO_TIME = 'there was no time left';

/** Failure of an import. The message is the reason, worded to follow the address. */
export class ImportError extends Error {
  override name = 'ImportError';
}
