import type { DocumentTree } from '../document-tree.ts';
import { normalizeDocument } from '../input/normalize-document.ts';
import { rewriteMarkdown, UnwritableDocumentError } from '../keeping/rewrite-markdown.ts';
import { documentToMarkdown } from '../writing/document-to-markdown.ts';

/**
 * The markdown of an evaluated document. Blocks in which nothing was evaluated are what they are in
 * the stored markdown, byte for byte.
 *
 * @param stored without front matter
 */
export function evaluatedMarkdown({
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
