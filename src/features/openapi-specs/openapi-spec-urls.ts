import type { Row } from '../../builder.ts';
import type { Addresses } from '../../addresses.ts';

/** Returns the `/v1` address of a specification. */
export function openApiSpecLocation(
  addresses: Addresses,
  { organizationId, slug }: Pick<Row<'OpenApiSpec'>, 'organizationId' | 'slug'>,
): string {
  return addresses.own('v1', 'orgs', organizationId, 'openapi', slug);
}

/** Returns the public address of a specification's latest version; null if it is private. */
export function publishedSpecUrl(
  addresses: Addresses,
  { id, slug, visibility }: Pick<Row<'OpenApiSpec'>, 'id' | 'slug' | 'visibility'>,
): string | null {
  return visibility === 'public' ? addresses.own('content', 'openapi', id, `${slug}.json`) : null;
}

/** Returns the address of a source for display, without parts that may be secret. */
export function shownSourceUrl(sourceUrl: string): string {
  const url = new URL(sourceUrl);
  url.search = '';
  return url.href;
}
