import type { DocumentTree } from './document/document-tree.ts';
import { markdownToDocument } from './document/markdown-to-document.ts';

export { writeTree } from './write-tree.ts';

/** The tree of markdown that has no front matter. */
export function readTree(markdown: string): DocumentTree {
  return markdownToDocument(markdown, { hasFrontMatter: false });
}
