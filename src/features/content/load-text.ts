import type { Row } from '../../builder.ts';
import type { Context } from '../../context.ts';
import type { ContentText } from './content-text.ts';
import {
  INCLUDE_DEPTH_MAX,
  INCLUDED_LENGTH_MAX,
} from '../../document/evaluation/document-evaluation.ts';
import { documentSize } from '../../document/document-size.ts';
import type { DocumentTree } from '../../document/document-tree.ts';
import { createIncludeResolver, includesOf, resolveIncludes } from '../../document/includes.ts';
import { markdownOf, reusableContentsOf, treeOf } from './load-content.ts';

type TextContext = Pick<Context, 'db' | 'loaders' | 'responseTextLength'>;

/** Maximum number of contents that one text includes, directly or indirectly. */
const INCLUDED_COUNT_MAX = 100;

/**
 * Returns a text as a tree whose includes refer to contents by id; null for a page without text.
 */
export async function resolvedTree(
  context: TextContext,
  { revision, entry }: ContentText,
): Promise<DocumentTree | null> {
  const tree = await treeOf(context, entry);
  if (!tree || includesOf(tree).length === 0) return tree;
  const contents = await reusableContentsOf(context, revision);
  return resolveIncludes(tree, createIncludeResolver(contents, entry.git?.path));
}

/**
 * Returns the contents that a tree includes, directly or indirectly, by id. Stops after the first
 * content over the limit.
 */
export async function loadContents(
  context: TextContext,
  revision: Row<'Revision'>,
  tree: DocumentTree,
): Promise<Map<string, DocumentTree>> {
  const found = new Map<string, DocumentTree>();
  let names: readonly string[] = includesOf(tree);
  let length = 0;
  for (let depth = 0; names.length > 0 && depth < INCLUDE_DEPTH_MAX; depth += 1) {
    const known = await reusableContentsOf(context, revision);
    const wanted = new Set(names.filter((name) => !found.has(name)));
    const entries = known.filter(({ id }) => wanted.has(id)).slice(0, INCLUDED_COUNT_MAX);
    // One statement loads all texts. Their trees are larger, so they are loaded serially.
    await Promise.all(entries.map((entry) => markdownOf(context, entry)));
    const within: string[] = [];
    for (const entry of entries) {
      if (found.size >= INCLUDED_COUNT_MAX || length > INCLUDED_LENGTH_MAX) return found;
      const included = await resolvedTree(context, { revision, entry });
      if (!included) continue;
      found.set(entry.id, included);
      length += documentSize(included);
      within.push(...includesOf(included));
    }
    names = within;
  }
  return found;
}
