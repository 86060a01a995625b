import { lockPlace } from '../../auth/lock-place.ts';
import type { Row } from '../../builder.ts';
import type { Context } from '../../context.ts';
import { conflict, notFound } from '../../errors.ts';
import { lockParent, readItem, requireRoom, siblingBeside } from '../collections/siblings.ts';
import { copyGrants } from '../grants/copy-grants.ts';
import { raiseGrant } from '../grants/raise-grant.ts';
import { copySpace } from '../spaces/copy-space.ts';
import { findSpace } from '../spaces/space-access.ts';
import { findOwnParent } from './find-own-parent.ts';
import { placeAt } from './insertion-point.ts';

/**
 * Copies a space (interface, Spaces), and places the copy after it. Copies settings, content and
 * grants. Omits history, change requests, comments, invites, site spaces and the git connection.
 * The viewer gets the level `create` on the copy, as on any space that they create.
 *
 * @throws NOT_FOUND, FORBIDDEN without a level on it, since a copy contains unpublished content,
 *   and below `create` on its parent, CONFLICT when it is deleted, or the parent is full
 */
export async function duplicateSpace(context: Context, id: string): Promise<Row<'Space'>> {
  const { organizationId, parentId } = await findSpace(context, id, 'access');
  const parent = await findOwnParent(context, { organizationId, parentId });
  const copyId = await context.write(async (transaction) => {
    await lockParent(transaction, context.viewer, parent);
    const place = { kind: 'space', id } as const;
    await lockPlace(transaction, context.viewer, { ...place, organizationId }, 'read');
    const original = await readItem(transaction, place);
    if (!original) throw notFound('space', id);
    if (original.parentId !== parentId) throw conflict('The space was moved away meanwhile.');
    await requireRoom(transaction, parent, 1);
    const behind = { side: 'after', of: original, not: id } as const;
    const next = await siblingBeside(transaction, parent, behind);
    const copy = { ...original, id: await copySpace(context, transaction, id) };
    await placeAt(transaction, parent, { after: original, before: next }, [copy]);
    const now = context.now();
    await copyGrants(transaction, { from: id, to: copy.id, now });
    const maker = { userId: context.viewer.id, role: 'create', now } as const;
    await raiseGrant(transaction, { kind: 'space', id: copy.id }, maker);
    return copy.id;
  });
  return findSpace(context, copyId);
}
