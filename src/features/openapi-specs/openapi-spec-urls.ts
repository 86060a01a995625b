import type { Row } from '../../builder.ts';
import { urlOf } from '../../lib/urls.ts';

/** A specification on `/v1`. */
export function openApiSpecLocation(
  baseUrl: string,
  { organizationId, slug }: Pick<Row<'OpenApiSpec'>, 'organizationId' | 'slug'>,
): string {
  return urlOf(baseUrl, 'v1', 'orgs', organizationId, 'openapi', slug);
}

/** Where anybody reads the latest version of a public specification; null for a private one. */
export function publishedSpecUrl(
  baseUrl: string,
  { id, slug, visibility }: Pick<Row<'OpenApiSpec'>, 'id' | 'slug' | 'visibility'>,
): string | null {
  return visibility === 'public' ? urlOf(baseUrl, 'content', 'openapi', id, `${slug}.json`) : null;
}

/** Where a specification is fetched from, as it is shown: without what can be a secret of it. */
export function shownSourceUrl(sourceUrl: string): string {
  const url = new URL(sourceUrl);
  url.search = '';
  return url.href;
}
