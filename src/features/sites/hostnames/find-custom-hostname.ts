import type { Row } from '../../../builder.ts';
import type { Context } from '../../../context.ts';
import { sql } from '../../../database/database.ts';
import { notFound } from '../../../errors.ts';
import { siteSource } from '../site-source.ts';

/** Loads the site with a custom hostname; null if none exists for the viewer. */
export async function loadSiteByHostname(
  { db, loaders }: Pick<Context, 'db' | 'loaders'>,
  hostname: string,
): Promise<Row<'Site'> | null> {
  const id = await loaders.batch('ids of sites by hostname', hostname, async (hostnames) => {
    const rows = await db.query(sql`
      SELECT t.hostname, t.id FROM sites t WHERE t.hostname = ANY(${[...hostnames]}::text[])`);
    const ids = new Map(rows as [string, string][]);
    return hostnames.map((name) => ids.get(name) ?? null);
  });
  return id === null ? null : loaders.one(siteSource, id);
}

/**
 * Finds the site with a custom hostname.
 *
 * @throws NOT_FOUND when it does not exist for the viewer
 */
export async function findSiteByHostname(context: Context, hostname: string): Promise<Row<'Site'>> {
  const site = await loadSiteByHostname(context, hostname);
  if (!site) throw notFound('custom hostname', hostname, 'name');
  return site;
}
