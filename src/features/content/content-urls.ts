import type { Row } from '../../builder.ts';
import { urlOf } from '../../lib/urls.ts';

/** Where the app shows a revision. */
export function revisionAppUrl(baseUrl: string, revision: Row<'Revision'>): string {
  const { id, spaceId, organizationId } = revision;
  return urlOf(baseUrl, 'o', organizationId, 's', spaceId, 'revisions', id);
}

/** Where the app shows a page of a revision. */
export function pageAppUrl(baseUrl: string, revision: Row<'Revision'>, path: string): string {
  return urlOf(revisionAppUrl(baseUrl, revision), ...path.split('/'));
}
