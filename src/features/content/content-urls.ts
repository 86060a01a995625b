import { urlOf } from '../../lib/urls.ts';
import type { PageTree } from '../../revisions/store/page-tree.ts';

/**
 * Returns the URL of a page below the published URL of its space. The first document is the root of
 * the space.
 */
export function publishedPageUrl(spaceUrl: string, tree: PageTree, id: string): string {
  return tree.atPath('')?.id === id ? spaceUrl : urlOf(spaceUrl, ...tree.path(id).split('/'));
}
