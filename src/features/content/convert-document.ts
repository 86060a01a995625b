import { badInput } from '../../errors.ts';
import { inTurn } from '../../lib/in-turn.ts';
import type { DocumentTree } from './document/document-tree.ts';
import { markdownToDocument } from './document/markdown-to-document.ts';
import { writeTree, type WriteTask } from './write-tree.ts';

/**
 * The tree of markdown that has no front matter, made when no other document is.
 *
 * @param known asked when its turn comes: a tree that is there by then is not made again
 * @throws what `known` throws
 */
export function readDocument(
  markdown: string,
  known: () => DocumentTree | undefined = () => undefined,
): Promise<DocumentTree> {
  return inTurn(() => known() ?? markdownToDocument(markdown, { hasFrontMatter: false }));
}

/**
 * The markdown of a tree that takes the place of stored markdown, made in the same way.
 *
 * @throws BAD_USER_INPUT for what is no document, and for one that no markdown says
 */
export async function writeDocument(task: WriteTask): Promise<string> {
  const written = await inTurn(() => writeTree(task));
  if ('markdown' in written) return written.markdown;
  throw badInput(written.refusal, written.path);
}
