import type { DocumentTree } from '../document-tree.ts';
import { normalizeDocument } from '../input/normalize-document.ts';
import { documentToMarkdown } from '../writing/document-to-markdown.ts';
import { rewriteMarkdown, UnwritableDocumentError } from './rewrite-markdown.ts';

/**
 * Returns the markdown of a tree derived from stored markdown, which is kept byte for byte where
 * the tree is the same. Approximates what markdown cannot express.
 *
 * @param task.stored without front matter
 */
export function rewriteBestEffort({
  stored,
  tree,
}: {
  stored: string;
  tree: DocumentTree;
}): string {
  const document = normalizeDocument(tree);
  try {
    return rewriteMarkdown(stored, document);
  } catch (error) {
    if (!(error instanceof UnwritableDocumentError)) throw error;
    return documentToMarkdown(document);
  }
}
