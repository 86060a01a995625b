import type { FileEntry, PageEntry, ReusableContentEntry, Variables } from '../store/entry.ts';

/** What a template puts into a space: content as a revision has it. */
export interface TemplateContent {
  /** In reading order, so that a page comes after the one above it. */
  pages: readonly PageEntry[];
  files: readonly FileEntry[];
  reusableContents: readonly ReusableContentEntry[];
  variables: Variables;
}

/** Content of a template, and where its bytes are. */
export interface TemplateSource {
  content: TemplateContent;
  /** The bytes of its sources, by their hashes. */
  readSources: (hashes: readonly string[]) => Promise<readonly Buffer[]>;
  /** The bytes of its files that are stored nowhere yet. */
  fileBlobs: readonly Buffer<ArrayBuffer>[];
  /** What is linked where no reference is given for it, by name. */
  defaults: ReadonlyMap<string, string>;
}
