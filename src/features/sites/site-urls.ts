import type { Row } from '../../builder.ts';
import { urlOf } from '../../lib/urls.ts';

/** What of a site its addresses are made of. */
type Site = Pick<
  Row<'Site'>,
  'id' | 'organizationId' | 'basename' | 'hostname' | 'proxyOrigin' | 'visibility' | 'published'
>;

/** The address of a site below the gateway's own; a basename is unique in its organization only. */
function gatewayUrl({ id, organizationId, basename }: Site, baseUrl: string): string {
  return basename === null
    ? urlOf(baseUrl, 's', id)
    : urlOf(baseUrl, 's', organizationId, basename);
}

/** Where the host of a proxied site finds its pages: no change of the site moves this address. */
export function proxyTarget({ id }: Pick<Site, 'id'>, baseUrl: string): string {
  return urlOf(baseUrl, 's', id);
}

/**
 * Where visitors find a site: under the proxy, else on its hostname, else below the gateway. Null
 * while it is not published, and for a share-link site without a valid key.
 *
 * @param shareKey the key of an active share link of the site
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

/** Where visitors find a section, given its site's address: the default one is the site's root. */
export function publishedSectionUrl(
  siteUrl: string,
  { path, isDefault }: Pick<Row<'SiteSection'>, 'path' | 'isDefault'>,
): string {
  return isDefault ? siteUrl : urlOf(siteUrl, path);
}

/**
 * Where visitors find a site-space, given its site's address. The default of a section is the
 * section's root. The others of the default section have the section's path too, so that their
 * addresses differ from those of the other sections.
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
