import type { DocumentTree } from '../document-tree.ts';
import { normalizeDocument } from '../input/normalize-document.ts';
import { documentToMarkdown } from '../writing/document-to-markdown.ts';
import { rewriteMarkdown, UnwritableDocumentError } from './rewrite-markdown.ts';

/**
 * The markdown of a tree that was made of stored markdown, which is kept byte for byte where the
 * tree says the same. What no markdown says comes out as near to it as there is.
 *
 * @param task.stored without front matter
 */
export function rewriteAsPossible({
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
