import type { Row } from '../../builder.ts';
import type { Context } from '../../context.ts';
import { pageTreeOf, reusableContentsOf } from '../content/load-content.ts';
import type { PageNode } from '../content/page-node.ts';
import type { InList } from './version-contexts.ts';
import type { FileEntry, ReusableContentEntry } from '../../revisions/store/entry.ts';

/** A location within a page: an anchor or a block. */
export type InternalLocation = { type: 'anchor'; anchor: string } | { type: 'node'; node: string };

export type PageReferenceValue = PageNode &
  Partial<InList> & { kind: 'page'; location?: InternalLocation };

export interface ReusableContentReferenceValue extends Partial<InList> {
  kind: 'reusable-content';
  revision: Row<'Revision'>;
  entry: ReusableContentEntry;
}

/** A reference from or to content, as the viewer may see it. */
export type ContentReferenceValue =
  | PageReferenceValue
  | ReusableContentReferenceValue
  | ({ kind: 'file'; revision: Row<'Revision'>; entry: FileEntry } & Partial<InList>)
  | { kind: 'space'; space: Row<'Space'> }
  | { kind: 'collection'; collection: Row<'Collection'> }
  | { kind: 'user'; user: Row<'User'> }
  | { kind: 'openapi'; spec: Row<'OpenApiSpec'> }
  | { kind: 'url'; url: string };

/** Returns the page or reusable content of a revision by id; null if it has none. */
export async function findSourceReference(
  context: Context,
  revision: Row<'Revision'>,
  id: string,
  node: string | null = null,
): Promise<PageReferenceValue | ReusableContentReferenceValue | null> {
  const tree = await pageTreeOf(context, revision);
  const page = tree.page(id);
  if (page) {
    const location = node === null ? {} : { location: { type: 'node', node } as const };
    return { kind: 'page', revision, tree, entry: page, ...location };
  }
  const contents = await reusableContentsOf(context, revision);
  const entry = contents.find((content) => content.id === id);
  return entry ? { kind: 'reusable-content', revision, entry } : null;
}
