import type { Row } from '../../builder.ts';
import { urlOf } from '../../lib/urls.ts';

/** Fields of a site that determine its public address. */
export const publishedUrlFields = [
  ...(['id', 'organizationId', 'basename', 'hostname', 'proxyOrigin', 'visibility'] as const),
  'published',
] as const;

type Site = Pick<Row<'Site'>, (typeof publishedUrlFields)[number]>;

/** Returns a site's address below the gateway. A basename is unique in its organization only. */
function gatewayUrl({ id, organizationId, basename }: Site, baseUrl: string): string {
  return basename === null
    ? urlOf(baseUrl, 's', id)
    : urlOf(baseUrl, 's', organizationId, basename);
}

/** Returns the address that a reverse proxy must target. No change to the site affects it. */
export function proxyTarget({ id }: Pick<Site, 'id'>, baseUrl: string): string {
  return urlOf(baseUrl, 's', id);
}

/**
 * Returns the public address of a site: of its proxy, else of its hostname, else below the gateway.
 * Returns null for an unpublished site, and for a share-link site without a valid key.
 *
 * @param shareKey key of an active share link of the site
 */
export function publishedSiteUrl(
  site: Site,
  baseUrl: string,
  shareKey: string | null,
): string | null {
  if (!site.published) return null;
  const host = site.proxyOrigin ?? site.hostname;
  const root = host === null ? gatewayUrl(site, baseUrl) : `https://${host}`;
  if (site.visibility !== 'share-link') return root;
  return shareKey === null ? null : urlOf(root, shareKey);
}

/**
 * Returns the public address of a section below its site's. The default section is the site's root.
 */
export function publishedSectionUrl(
  siteUrl: string,
  { path, isDefault }: Pick<Row<'SiteSection'>, 'path' | 'isDefault'>,
): string {
  return isDefault ? siteUrl : urlOf(siteUrl, path);
}

/**
 * Returns the public address of a site-space below its site's address. A section's default is the
 * root of the section. Other site-spaces of the default section include the section path, so that
 * they differ from those of other sections.
 */
export function publishedSiteSpaceUrl(
  siteUrl: string,
  {
    path,
    isDefault,
    sectionPath,
    sectionIsDefault,
  }: Pick<Row<'SiteSpace'>, 'path' | 'isDefault' | 'sectionPath' | 'sectionIsDefault'>,
): string {
  if (sectionPath === null) return isDefault ? siteUrl : urlOf(siteUrl, path);
  const section = { path: sectionPath, isDefault: sectionIsDefault ?? false };
  return isDefault ? publishedSectionUrl(siteUrl, section) : urlOf(siteUrl, sectionPath, path);
}
