import type { Context } from '../../../context.ts';
import { rawSql, sql, type Sql } from '../../../database/database.ts';
import { decodeUrlPart } from '../../../lib/decode-url-part.ts';
import { publishedSiteSpaceUrl, publishedSiteUrl } from '../site-urls.ts';
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
  { db, loaders, baseUrl }: Pick<Context, 'db' | 'loaders' | 'baseUrl'>,
  url: string,
): Promise<PublishedContent | null> {
  return loaders.batch('published content', comparable(url), async (urls) => {
    const hosts = [...new Set(urls.map((one) => one.split('/')[2] ?? ''))];
    // Below the gateway, a site is addressed by its id, or by its organization and basename.
    const gateway = `${comparable(baseUrl || 'http://localhost')}/s/`;
    const names = urls
      .filter((one) => one.startsWith(gateway))
      .map((one) => one.slice(gateway.length).split('/')[0] ?? '');
    const publications = await loadPublications(
      { db, baseUrl },
      sql`site.hostname = ANY(${hosts}::text[])
        OR split_part(site.proxy_origin, '/', 1) = ANY(${hosts}::text[])
        OR site.id = ANY(${names}::text[]) OR site.organization_id = ANY(${names}::text[])`,
    );
    return urls.map((one) => contentAt(one, publications));
  });
}

/** Returns all published addresses of a space. Batched: one statement for all spaces of a level. */
export function publishedUrlsOf(
  { db, loaders, baseUrl }: Pick<Context, 'db' | 'loaders' | 'baseUrl'>,
  spaceId: string,
): Promise<string[]> {
  return loaders.batch('published urls', spaceId, async (ids) => {
    const shown = sql`ss.space_id = ANY(${[...ids]}::text[])`;
    const publications = groupBy(
      await loadPublications({ db, baseUrl }, shown),
      (publication) => publication.spaceId,
    );
    return ids.map((id) => [...new Set(publications.get(id)?.map(({ url }) => url))]);
  });
}

async function loadPublications(
  { db, baseUrl }: Pick<Context, 'db' | 'baseUrl'>,
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
      const site = { id, organizationId, basename, hostname, proxyOrigin };
      const siteUrl = publishedSiteUrl(
        { ...site, visibility: 'public', published: true },
        baseUrl,
        null,
      );
      const siteSpace = { path, isDefault, sectionPath, sectionIsDefault };
      return siteUrl === null
        ? []
        : [{ spaceId, url: comparable(publishedSiteSpaceUrl(siteUrl, siteSpace)) }];
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
