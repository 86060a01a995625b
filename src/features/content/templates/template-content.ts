import type {
  FileEntry,
  PageEntry,
  ReusableContentEntry,
  Variables,
} from '../../../revisions/store/entry.ts';

/** The content of a template, in the form of a revision's content. */
export interface TemplateContent {
  /** In reading order: a page follows its parent. */
  pages: readonly PageEntry[];
  files: readonly FileEntry[];
  reusableContents: readonly ReusableContentEntry[];
  variables: Variables;
}

/** The content of a template, with access to its bytes. */
export interface TemplateSource {
  content: TemplateContent;
  /** Returns the bytes of its sources by hash, in order. */
  readSources: (hashes: readonly string[]) => Promise<readonly Buffer[]>;
  /** Bytes of its files that are not stored yet. */
  fileBlobs: readonly Buffer<ArrayBuffer>[];
  /** Default targets of references, by name. */
  defaults: ReadonlyMap<string, string>;
}
