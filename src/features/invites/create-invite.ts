import type { Row } from '../../builder.ts';
import type { Context } from '../../context.ts';
import { conflict, notFound } from '../../errors.ts';
import { idPrefixes, newSecretId } from '../../lib/id.ts';
import { findCollection } from '../collections/collection-access.ts';
import { findOrganization } from '../organizations/organization-access.ts';
import { findSpace } from '../spaces/space-access.ts';
import { findInvite, requireInviteLinks } from './invite-access.ts';
import type { InviteGift } from './invite-gift.ts';
import { lockGift } from './lock-gift.ts';

/** Maximum number of invite links per organization. */
export const INVITES_MAX = 1000;

/**
 * Creates an invite link (interface, Organization invites). Its id is its secret.
 *
 * @throws NOT_FOUND, FORBIDDEN below `admin` on the target, CONFLICT when the organization has
 *   invite links disabled or is at its limit
 */
export async function createInvite(
  context: Context,
  organizationId: string,
  gift: InviteGift,
): Promise<Row<'Invite'>> {
  const given = await givenBy(context, organizationId, gift);
  const inviteId = await context.write(async (transaction) => {
    const to = { organizationId, spaceId: null, collectionId: null, ...given };
    requireInviteLinks(await lockGift(transaction, context.viewer, to));
    if ((await transaction.invite.count({ where: { organizationId } })) >= INVITES_MAX) {
      throw conflict(
        `An organization has at most ${INVITES_MAX} invite links, and this one does: delete one first.`,
      );
    }
    const { id } = await transaction.invite.create({
      data: {
        ...given,
        id: newSecretId(idPrefixes.Invite),
        organizationId,
        createdById: context.viewer.id,
        createdAt: context.now(),
      },
    });
    return id;
  });
  return findInvite(context, { organizationId, inviteId });
}

/**
 * Returns the columns of what an invite grants. Checks that the viewer is an admin of the target.
 */
async function givenBy(context: Context, organizationId: string, gift: InviteGift) {
  if ('organization' in gift) {
    await findOrganization(context, organizationId, 'admin');
    return { role: gift.organization.role ?? null };
  }
  await findOrganization(context, organizationId);
  if ('space' in gift) {
    const { spaceId, level } = gift.space;
    const space = await findSpace(context, spaceId);
    if (space.organizationId !== organizationId) throw notFound('space', spaceId);
    await findSpace(context, spaceId, 'admin');
    return { spaceId, level };
  }
  const { collectionId, level } = gift.collection;
  const collection = await findCollection(context, collectionId);
  if (collection.organizationId !== organizationId) throw notFound('collection', collectionId);
  await findCollection(context, collectionId, 'admin');
  return { collectionId, level };
}
