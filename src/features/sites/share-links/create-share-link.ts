import { randomBytes } from 'node:crypto';
import { z } from 'zod';
import type { Row } from '../../../builder.ts';
import type { Context } from '../../../context.ts';
import { conflict } from '../../../errors.ts';
import { newId } from '../../../lib/id.ts';
import { lockSiteFor } from '../lock-site-for.ts';
import { findShareLink, findSite, type SiteKey } from '../site-access.ts';
import { visibleText } from '../../../lib/visible-text.ts';

/** Maximum length of a share link's name, in characters (interface, Limits). */
export const SHARE_LINK_NAME_LENGTH_MAX = 50;
/** Maximum number of share links per site, including inactive ones. */
export const SHARE_LINKS_MAX = 10_000;
/** Number of random bits in a key, which must be impossible to guess. */
const KEY_BITS = 192;

/** Input for a new share link (interface, Site share links). */
export const newShareLink = z.object({ name: visibleText.max(SHARE_LINK_NAME_LENGTH_MAX) });

/**
 * Creates an active share link with a new key (interface, Site share links).
 *
 * @throws NOT_FOUND, FORBIDDEN below `create`, CONFLICT when the site is at its limit
 */
export async function createShareLink(
  context: Context,
  key: SiteKey,
  { name }: z.output<typeof newShareLink>,
): Promise<Row<'ShareLink'>> {
  const { id: siteId } = await findSite(context, key, 'edit');
  const shareLinkId = await context.write(async (transaction) => {
    await lockSiteFor(transaction, context.viewer, siteId);
    if ((await transaction.shareLink.count({ where: { siteId } })) >= SHARE_LINKS_MAX) {
      throw conflict(
        `A site has at most ${SHARE_LINKS_MAX} share links, and this one does: delete one first.`,
      );
    }
    const secret = randomBytes(KEY_BITS / 8).toString('base64url');
    const data = {
      id: newId('ShareLink'),
      siteId,
      name,
      key: secret,
      createdAt: context.now(),
    };
    await transaction.shareLink.create({ data });
    return data.id;
  });
  return findShareLink(context, { ...key, shareLinkId });
}
