import type { Row } from '../../../builder.ts';
import type { Context } from '../../../context.ts';
import { notFound } from '../../../errors.ts';
import { findSite, type SiteKey } from '../site-access.ts';
import {
  ensurePublishingAuth,
  loadPublishingAuth,
  type PublishingAuth,
} from './load-publishing-auth.ts';

/**
 * Finds the visitor authentication of a site. It requires permission to change the site, because
 * the key can sign any claims. The first call creates the key.
 *
 * @throws NOT_FOUND, FORBIDDEN below `create`
 */
export async function findPublishingAuth(context: Context, key: SiteKey): Promise<PublishingAuth> {
  const { id } = await findSite(context, key, 'edit');
  const known = await loadPublishingAuth(context, id);
  if (known) return known;
  await context.write((transaction) => ensurePublishingAuth(transaction, id));
  const made = await loadPublishingAuth(context, id);
  if (!made) throw notFound('site', id);
  return made;
}

/** Returns the key of a site. */
export function keyOf({ id, organizationId }: Row<'Site'>): SiteKey {
  return { organizationId, siteId: id };
}
