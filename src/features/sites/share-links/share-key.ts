import { z } from 'zod';
import type { ArgumentBuilder, Row } from '../../../builder.ts';
import type { Context } from '../../../context.ts';
import { sql } from '../../../database/database.ts';
import { publishedSiteUrl } from '../site-urls.ts';

/** Maximum length of a share key that is looked up, in characters. */
const SHARE_KEY_LENGTH_MAX = 200;

export const shareKeySchema = z.string().max(SHARE_KEY_LENGTH_MAX);

/** Declares the argument of fields with published URLs. */
export const shareKeyArgument = (arg: ArgumentBuilder) => ({
  shareKey: arg.string({
    validate: shareKeySchema,
    description: 'Key of a share link, to get the published URL that it opens.',
  }),
});

/** Parameter of bodies with published URLs. */
export const shareKeyParameter = {
  shareKey: {
    type: 'String',
    description: 'Key of a share link, to get the published URLs that it opens.',
  },
};

/**
 * Returns the public address of a site, with the share key if it needs one; see publishedSiteUrl.
 */
export function openedSiteUrl(
  context: Context,
  site: Row<'Site'>,
  shareKey: string | null | undefined,
): Promise<string | null> | string | null {
  const needsKey = site.published && site.visibility === 'share-link';
  if (!needsKey || !shareKey) return publishedSiteUrl(site, context.addresses, null);
  return openedByKey(context, site, shareKey);
}

async function openedByKey(
  context: Context,
  site: Row<'Site'>,
  shareKey: string,
): Promise<string | null> {
  const opens = (await siteOfShareKey(context, shareKey)) === site.id;
  return publishedSiteUrl(site, context.addresses, opens ? shareKey : null);
}

/** Returns the id of the site that an active share link with the key opens; otherwise null. */
function siteOfShareKey(context: Context, shareKey: string): Promise<string | null> {
  return context.loaders.batch('site of share key', shareKey, async (keys) => {
    const rows = await context.db.query(sql`
      SELECT key, site_id FROM share_links WHERE key = ANY(${[...keys]}::text[]) AND active`);
    const sites = new Map(rows.map(([key, siteId]) => [key as string, siteId as string]));
    return keys.map((key) => sites.get(key) ?? null);
  });
}
