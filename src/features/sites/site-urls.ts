import type { Addresses, NamedSite } from '../../addresses.ts';
import type { Row } from '../../builder.ts';
import { sql, type Sql } from '../../database/database.ts';
import { urlOf } from '../../lib/urls.ts';

/** Fields of a site that determine its public address. */
export const publishedUrlFields = [
  ...(['id', 'organizationId', 'basename', 'hostname', 'proxyOrigin', 'visibility'] as const),
  'published',
] as const;

type Site = Pick<Row<'Site'>, (typeof publishedUrlFields)[number]>;

/** Returns whether an address names a site. */
export function isNamed(
  { site, organization, basename }: NamedSite,
  { id, organizationId, basename: own }: Pick<Site, 'id' | 'organizationId' | 'basename'>,
): boolean {
  return (
    (site === undefined || site === id) &&
    (organization === undefined || organization === organizationId) &&
    (basename === undefined || basename === own || basename === id)
  );
}

/** Returns the SQL condition of the sites that addresses may refer to; see `isNamed`. */
export function namedSitesSql(site: Sql, names: readonly NamedSite[]): Sql {
  const of = (name: 'site' | 'organization' | 'basename') =>
    names.flatMap(({ [name]: value }) => (value === undefined ? [] : [value]));
  const basenames = of('basename');
  return sql`(${site}.id = ANY(${[...of('site'), ...basenames]}::text[])
    OR ${site}.organization_id = ANY(${of('organization')}::text[])
      AND ${site}.basename = ANY(${basenames}::text[]))`;
}

/**
 * Returns the public address of a site; null for an unpublished site, and for a share-link site
 * without a valid key.
 *
 * @param shareKey key of an active share link of the site
 */
export function publishedSiteUrl(
  site: Site,
  addresses: Addresses,
  shareKey: string | null,
): string | null {
  if (!site.published) return null;
  const root = addresses.site(site);
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
