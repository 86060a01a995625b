import type { Row } from '../../builder.ts';
import { urlOf } from '../../lib/urls.ts';
import type { PageTree } from '../../revisions/store/page-tree.ts';

/** Returns the URL of a revision in the app. */
export function revisionAppUrl(baseUrl: string, revision: Row<'Revision'>): string {
  const { id, spaceId, organizationId } = revision;
  return urlOf(baseUrl, 'o', organizationId, 's', spaceId, 'revisions', id);
}

/** Returns the URL of a page in the app, within its revision. */
export function pageAppUrl(baseUrl: string, revision: Row<'Revision'>, path: string): string {
  return urlOf(revisionAppUrl(baseUrl, revision), ...path.split('/'));
}

/**
 * Returns the URL of a page below the published URL of its space. The first document is the root of
 * the space.
 */
export function publishedPageUrl(spaceUrl: string, tree: PageTree, id: string): string {
  return tree.atPath('')?.id === id ? spaceUrl : urlOf(spaceUrl, ...tree.path(id).split('/'));
}
