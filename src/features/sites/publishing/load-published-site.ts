import type { Row } from '../../../builder.ts';
import type { Context } from '../../../context.ts';
import { rawSql, sql, type Database, type Sql } from '../../../database/database.ts';
import { decodeUrlPart } from '../../../lib/decode-url-part.ts';
import { tableOf, type Source } from '../../../pagination/source.ts';
import { spaceSource } from '../../spaces/space-source.ts';
import { siteSource } from '../site-source.ts';
import { isNamed, namedSitesSql } from '../site-urls.ts';
import { siteSectionGroupSource } from '../structure/site-section-group-source.ts';
import { siteSectionSource } from '../structure/site-section-source.ts';
import { siteSpaceSource } from '../structure/site-space-source.ts';

/** A published site at an address. */
export interface PublishedSite {
  site: Row<'Site'>;
  /** Address of its root, as it was visited. */
  url: string;
  /** Decoded segments of the address below the root. */
  segments: string[];
}

/** Structure of a site, whoever visits it, in order. */
export interface SiteParts {
  groups: Row<'SiteSectionGroup'>[];
  sections: Row<'SiteSection'>[];
  siteSpaces: Row<'SiteSpace'>[];
}

/** Finds the published site at an address, regardless of access; null if there is none. */
export async function findPublishedSite(
  { db, addresses }: Pick<Context, 'db' | 'addresses'>,
  address: string,
): Promise<PublishedSite | null> {
  if (!URL.canParse(address)) return null;
  const url = new URL(address);
  // No text of the database has U+0000.
  if (url.pathname.includes('%00')) return null;
  const segments = url.pathname.split('/').filter(Boolean);
  const names = addresses.readSite(url);
  const sites = await rowsOf(
    db,
    siteSource,
    names.length > 0
      ? sql`t.published AND ${namedSitesSql(sql`t`, names)}`
      : sql`t.published AND (t.hostname = ${url.host}
          OR split_part(t.proxy_origin, '/', 1) = ${url.host})`,
  );
  const candidates = sites.flatMap((site) => {
    const named = names.filter((name) => isNamed(name, site)).map(({ length }) => length);
    const lengths = names.length > 0 ? named : hostLengths(site, url.host, segments);
    return lengths.map((length) => ({ site, length }));
  });
  const [found] = candidates.toSorted((a, b) => b.length - a.length);
  if (!found) return null;
  return {
    site: found.site,
    url: [url.origin, ...segments.slice(0, found.length)].join('/'),
    segments: segments.slice(found.length).map(decodeUrlPart),
  };
}

/** Returns the numbers of segments that name a site on its own host. */
function hostLengths(
  { hostname, proxyOrigin }: Row<'Site'>,
  host: string,
  segments: readonly string[],
): number[] {
  const [proxyHost, ...path] = (proxyOrigin ?? '').split('/').filter(Boolean);
  if (proxyHost === host && path.every((part, index) => segments[index] === part)) {
    return [path.length];
  }
  return hostname === host ? [0] : [];
}

/** Loads the structure of a site, regardless of access. Omits deleted spaces. */
export async function loadSiteParts(db: Database, siteId: string): Promise<SiteParts> {
  const ofSite = sql`t.site_id = ${siteId}`;
  const inOrder = sql`ORDER BY t.position, t.id`;
  const [groups, sections, siteSpaces] = await Promise.all([
    rowsOf(db, siteSectionGroupSource, sql`${ofSite} ${inOrder}`),
    rowsOf(db, siteSectionSource, sql`${ofSite} ${inOrder}`),
    rowsOf(
      db,
      siteSpaceSource,
      sql`${ofSite} AND EXISTS (SELECT FROM ${rawSql(spaceSource.table)} shown
        WHERE shown.id = t.space_id AND shown.deleted_at IS NULL) ${inOrder}`,
    ),
  ]);
  return { groups, sections, siteSpaces };
}

/** Returns the id of the section with a path that was copied from a space; null if none has it. */
export async function findSectionByCopiedPath(
  db: Database,
  siteId: string,
  path: string,
): Promise<string | null> {
  const [row] = await db.query(sql`
    SELECT id FROM site_sections
    WHERE site_id = ${siteId} AND path = ${path} AND path_space_id IS NOT NULL`);
  return row ? (row[0] as string) : null;
}

/** Checks whether an active share link of a site has a key. */
export async function opensByShareKey(
  db: Database,
  siteId: string,
  shareKey: string,
): Promise<boolean> {
  const rows = await db.query(sql`
    SELECT FROM share_links WHERE site_id = ${siteId} AND key = ${shareKey} AND active`);
  return rows.length > 0;
}

/** Reads rows for nobody: visibility that depends on the viewer is not computed for anyone. */
async function rowsOf<Found>(
  db: Database,
  source: Source<Found>,
  condition: Sql,
): Promise<Found[]> {
  const rows = await db.query(sql`
    SELECT ${source.select('')} FROM ${tableOf(source)} WHERE ${condition}`);
  return rows.map((row) => source.toRow(row));
}
