import type { Row } from '../../builder.ts';
import { urlOf } from '../../lib/urls.ts';

/** Returns the URL of a revision in the app. */
export function revisionAppUrl(baseUrl: string, revision: Row<'Revision'>): string {
  const { id, spaceId, organizationId } = revision;
  return urlOf(baseUrl, 'o', organizationId, 's', spaceId, 'revisions', id);
}

/** Returns the URL of a page in the app, within its revision. */
export function pageAppUrl(baseUrl: string, revision: Row<'Revision'>, path: string): string {
  return urlOf(revisionAppUrl(baseUrl, revision), ...path.split('/'));
}
