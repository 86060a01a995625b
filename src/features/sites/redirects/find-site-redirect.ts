import type { Row } from '../../../builder.ts';
import type { Context } from '../../../context.ts';
import { sql, type Database } from '../../../database/database.ts';
import { partFinder, type SiteKey } from '../site-access.ts';
import { normalizeSourcePath, sourcePathOf } from './redirect-source-path.ts';
import { destinationOf, type RedirectDestination } from './redirect-destination.ts';
import { siteRedirectSource } from './site-redirect-source.ts';

export interface SiteRedirectKey extends SiteKey {
  siteRedirectId: string;
}

export const findSiteRedirect = partFinder(siteRedirectSource, 'siteRedirectId');

/** Finds the redirect of a site from a path; null if none is visible to the viewer. */
export async function findRedirectFrom(
  { db, loaders }: Context,
  siteId: string,
  source: string,
): Promise<Row<'SiteRedirect'> | null> {
  const [row] = await db.query(sql`
    SELECT id FROM site_redirects
    WHERE site_id = ${siteId} AND source = ${normalizeSourcePath(source)}`);
  return row ? loaders.one(siteRedirectSource, row[0] as string) : null;
}

/**
 * Finds the destination of a site's redirect from decoded segments, regardless of access; null if
 * there is none.
 */
export async function loadDestination(
  db: Database,
  siteId: string,
  segments: readonly string[],
): Promise<RedirectDestination | null> {
  const [row] = await db.query(sql`
    SELECT site_section_id, site_space_id, page_id FROM site_redirects
    WHERE site_id = ${siteId} AND source = ${sourcePathOf(segments)}`);
  if (!row) return null;
  const [siteSectionId, siteSpaceId, pageId] = row as (string | null)[];
  return destinationOf({
    siteSectionId: siteSectionId ?? null,
    siteSpaceId: siteSpaceId ?? null,
    pageId: pageId ?? null,
  });
}
