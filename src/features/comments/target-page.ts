import type { Row } from '../../builder.ts';
import type { Context } from '../../context.ts';
import { documentOf, pageTreeOf } from '../content/load-content.ts';
import { revisionSource } from '../content/revision-source.ts';
import type { PageEntry } from '../../revisions/store/entry.ts';
import type { PageTree } from '../../revisions/store/page-tree.ts';
import { findNode } from './find-node.ts';

/** The page that a comment is on. */
export interface TargetPage {
  entry: PageEntry;
  path: string;
  outdated: boolean;
}

/**
 * Returns the page that a comment is on, as it was then; null if it is on no page. Batched by
 * level.
 */
export async function targetPageOf(
  context: Context,
  { pageId, revisionId, headRevisionId }: Row<'Comment'>,
): Promise<TargetPage | null> {
  if (pageId === null) return null;
  const [then, now] = await Promise.all([
    treeOf(context, revisionId),
    treeOf(context, headRevisionId),
  ]);
  const entry = then?.page(pageId);
  if (!then || !entry) return null;
  return { entry, path: then.path(pageId), outdated: now?.page(pageId) === undefined };
}

/** Returns whether the page or node that a comment is on was deleted from the content. */
export async function isTargetOutdated(
  context: Context,
  { pageId, nodeId, headRevisionId }: Row<'Comment'>,
): Promise<boolean> {
  if (pageId === null) return false;
  const page = (await treeOf(context, headRevisionId))?.page(pageId);
  if (!page) return true;
  if (nodeId === null) return false;
  const document = await documentOf(context, page);
  return !document || findNode(document, nodeId) === undefined;
}

/** Reads regardless of access: whoever sees the comment may see its target. */
async function treeOf(context: Context, revisionId: string): Promise<PageTree | null> {
  const revision = await context.loaders.oneRegardlessOfAccess(revisionSource, revisionId);
  return revision && pageTreeOf(context, revision);
}
