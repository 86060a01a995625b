import { z } from 'zod';
import type { Context } from '../../../context.ts';
import type { Prisma } from '../../../database/generated/prisma/client.ts';
import { URL_LENGTH_MAX } from '../../../lib/web-url.ts';
import { findSite, type SiteKey } from '../site-access.ts';
import { lockSiteFor } from '../lock-site-for.ts';
import {
  authBackends,
  ensurePublishingAuth,
  newPrivateKey,
  type PublishingAuth,
} from './load-publishing-auth.ts';
import { findPublishingAuth } from './publishing-auth-access.ts';

/**
 * Changes to visitor authentication. An absent field keeps its value, null removes the fallback.
 */
export const publishingAuthChanges = z.object({
  backend: z.enum(authBackends).optional(),
  fallbackURL: z
    .url({ protocol: /^https?$/, error: 'must be a URL that starts with https:// or http://' })
    .max(URL_LENGTH_MAX)
    .refine((url) => !/^[^/]*\/\/[^/?#]*@/.test(url), 'must not contain a user or a password')
    .nullish(),
});

/**
 * Changes the visitor authentication of a site without changing its key.
 *
 * @throws NOT_FOUND, FORBIDDEN below `create`
 */
export function updatePublishingAuth(
  context: Context,
  key: SiteKey,
  { backend, fallbackURL }: z.output<typeof publishingAuthChanges>,
): Promise<PublishingAuth> {
  return writePublishingAuth(context, key, { backend, fallbackUrl: fallbackURL });
}

/**
 * Replaces the key of a site. Once this returns, tokens signed with the former key are invalid.
 *
 * @throws NOT_FOUND, FORBIDDEN below `create`
 */
export function regeneratePublishingAuth(context: Context, key: SiteKey): Promise<PublishingAuth> {
  return writePublishingAuth(context, key, { privateKey: newPrivateKey() });
}

async function writePublishingAuth(
  context: Context,
  key: SiteKey,
  data: Prisma.SitePublishingAuthUncheckedUpdateInput,
): Promise<PublishingAuth> {
  const { id: siteId } = await findSite(context, key, 'edit');
  await context.write(async (transaction) => {
    await lockSiteFor(transaction, context.viewer, siteId);
    await ensurePublishingAuth(transaction, siteId);
    await transaction.sitePublishingAuth.update({ where: { siteId }, data });
  });
  return findPublishingAuth(context, key);
}
