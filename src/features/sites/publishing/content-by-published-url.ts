import type { Context } from '../../../context.ts';
import { rawSql, sql, type Sql } from '../../../database/database.ts';
import { decodeUrlPart } from '../../../lib/decode-url-part.ts';
import { namedSitesSql, publishedSiteSpaceUrl } from '../site-urls.ts';
import { isDefaultSiteSpaceSql } from '../structure/default-site-space-sql.ts';
import { groupBy } from '../../../lib/group-by.ts';

/** Published content at an address. */
export interface PublishedContent {
  spaceId: string;
  /** Path of the page in the space, as in the address; empty for the first page. */
  path: string;
}

interface Publication {
  spaceId: string;
  /** Address of the space, without a trailing slash. */
  url: string;
}

/**
 * Finds the content published at an address, regardless of access; null if there is none.
 * Share-link sites have no address of their own. Batched: one statement for all addresses of a
 * level.
 */
export function findContentByPublishedUrl(
  { db, loaders, addresses }: Pick<Context, 'db' | 'loaders' | 'addresses'>,
  url: string,
): Promise<PublishedContent | null> {
  return loaders.batch('published content', comparable(url), async (urls) => {
    const hosts = [...new Set(urls.map((one) => one.split('/')[2] ?? ''))];
    const names = urls.flatMap((one) => addresses.readSite(new URL(one)));
    const publications = await loadPublications(
      { db, addresses },
      sql`site.hostname = ANY(${hosts}::text[])
        OR split_part(site.proxy_origin, '/', 1) = ANY(${hosts}::text[])
        OR ${namedSitesSql(sql`site`, names)}`,
    );
    return urls.map((one) => contentAt(one, publications));
  });
}

/**
 * Returns all published addresses of a space, the public one of each site first. Batched: one
 * statement for all spaces of a level.
 */
export function publishedUrlsOf(
  { db, loaders, addresses }: Pick<Context, 'db' | 'loaders' | 'addresses'>,
  spaceId: string,
): Promise<string[]> {
  return loaders.batch('published urls', spaceId, async (ids) => {
    const shown = sql`ss.space_id = ANY(${[...ids]}::text[])`;
    const publications = groupBy(
      await loadPublications({ db, addresses }, shown),
      (publication) => publication.spaceId,
    );
    return ids.map((id) => [...new Set(publications.get(id)?.map(({ url }) => url))]);
  });
}

async function loadPublications(
  { db, addresses }: Pick<Context, 'db' | 'addresses'>,
  condition: Sql,
): Promise<Publication[]> {
  const rows = (await db.query(sql`
    SELECT ss.space_id, site.id, site.organization_id, site.basename, site.hostname,
      site.proxy_origin, ss.path, ${rawSql(isDefaultSiteSpaceSql('ss'))}, around.path, c.is_default
    FROM site_spaces ss JOIN sites site ON site.id = ss.site_id
    LEFT JOIN site_sections c ON c.id = ss.section_id
    CROSS JOIN LATERAL (
      SELECT c.path UNION ALL SELECT c.id WHERE c.path_space_id IS NOT NULL) around(path)
    WHERE site.published AND site.visibility <> 'share-link' AND (${condition})`)) as [
    string,
    string,
    string,
    string | null,
    string | null,
    string | null,
    string,
    boolean,
    string | null,
    boolean | null,
  ][];
  return rows.flatMap(
    ([spaceId, id, organizationId, basename, hostname, proxyOrigin, ...place]) => {
      const [path, isDefault, sectionPath, sectionIsDefault] = place;
      const siteSpace = { path, isDefault, sectionPath, sectionIsDefault };
      return addresses
        .allOfSite({ id, organizationId, basename, hostname, proxyOrigin })
        .map((url) => ({ spaceId, url: comparable(publishedSiteSpaceUrl(url, siteSpace)) }));
    },
  );
}

/** Finds the publication whose address is the longest prefix of an address. */
function contentAt(url: string, publications: readonly Publication[]): PublishedContent | null {
  const [nearest] = publications
    .filter((one) => url === one.url || url.startsWith(`${one.url}/`))
    .toSorted((a, b) => b.url.length - a.url.length);
  if (!nearest) return null;
  return { spaceId: nearest.spaceId, path: url.slice(nearest.url.length + 1) };
}

/** Normalizes an address to the parts that distinguish pages. */
function comparable(url: string): string {
  const { host, pathname } = new URL(url);
  return `https://${host}${decodeUrlPart(pathname).replace(/\/+$/, '')}`;
}
