import type { ContentReference } from '../content/document/document-tree.ts';
import type { DocsFolder } from '../content/docs-folder/docs-folder.ts';

/** What was fetched and converted, on its way into the content of a space. */
export interface ImportedContent {
  /** Its paths are those of an archive, or addresses. */
  folder: DocsFolder;
  /** The bytes of a file of the folder. */
  read: (path: string) => Promise<Buffer>;
  /** What the report calls a text. */
  shown: (path: string) => string;
  /** What an address in a text means; undefined where it means what it says. */
  resolve: (address: string, from: string) => ResolvedAddress | undefined;
}

export type ResolvedAddress =
  /** Something that is not there. */
  | { kind: 'missing' }
  /** Something in the folder. */
  | { kind: 'path'; path: string; anchor?: string }
  /** The same address, whole. */
  | { kind: 'url'; url: string };

/** What addresses of a text stand for from now on, by the address. */
export type AddressReferences = Readonly<Record<string, ContentReference>>;

/** Why something is left out that came too late. */
export const NO_TIME = 'there was no time left';

/** An import cannot be done; the message says why, to follow the address. */
export class ImportError extends Error {
  override name = 'ImportError';
}
