import type { Row } from '../../builder.ts';
import type { Context } from '../../context.ts';
import type { ContentText } from './content-text.ts';
import { INCLUDE_DEPTH_MAX } from './document/evaluation/document-evaluation.ts';
import type { DocumentTree } from './document/document-tree.ts';
import { createIncludeResolver, includesOf, resolveIncludes } from './document/includes.ts';
import { reusableContentsOf, treeOf } from './load-content.ts';

type TextContext = Pick<Context, 'db' | 'loaders'>;

/** Most contents that one text includes, those within others counted too. */
const INCLUDED_COUNT_MAX = 100;

/**
 * A text as a tree of blocks, in which includes name contents by their ids; null for a page without
 * text.
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

/** The contents that a tree includes, and those that they include, by id. */
export async function loadContents(
  context: TextContext,
  revision: Row<'Revision'>,
  tree: DocumentTree,
): Promise<Map<string, DocumentTree>> {
  const found = new Map<string, DocumentTree>();
  let names = includesOf(tree);
  for (let depth = 0; names.length > 0 && depth < INCLUDE_DEPTH_MAX; depth += 1) {
    const known = await reusableContentsOf(context, revision);
    const wanted = new Set(names.filter((name) => !found.has(name)));
    const entries = known
      .filter(({ id }) => wanted.has(id))
      .slice(0, INCLUDED_COUNT_MAX - found.size);
    const trees = await Promise.all(
      entries.map(async (entry) => {
        const included = await resolvedTree(context, { revision, entry });
        if (included) found.set(entry.id, included);
        return included;
      }),
    );
    names = trees.flatMap((included) => (included ? includesOf(included) : []));
  }
  return found;
}
