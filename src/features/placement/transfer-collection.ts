import type { Row } from '../../builder.ts';
import type { Context } from '../../context.ts';
import { findCollection, readCollection } from '../collections/collection-access.ts';
import { pathTo, requireDepth, subtreeOf } from '../collections/nesting.ts';
import { lockOrganizationFor } from '../organizations/lock-organization-for.ts';
import { findOrganization } from '../organizations/organization-access.ts';
import { lockSpacesIn } from '../spaces/lock-space.ts';
import { transferOwnership, type Recipient } from './transfer-ownership.ts';

/**
 * Transfers a collection and its content to another organization (interface, Collections).
 *
 * @throws NOT_FOUND, FORBIDDEN for non-admins of its organization, CONFLICT when it would be nested
 *   too deep, and the errors of transferOwnership
 */
export async function transferCollection(
  context: Context,
  id: string,
  to: Recipient,
): Promise<Row<'Collection'>> {
  const { organizationId } = await findCollection(context, id);
  // Requires an admin, since the transfer includes content that is hidden from others.
  await findOrganization(context, organizationId, 'admin');
  const given = { kind: 'collection', id, organizationId } as const;
  await transferOwnership(context, given, to, async (transaction, { collectionId }) => {
    await lockOrganizationFor(transaction, context.viewer, organizationId, 'admin');
    const { ids, height } = await subtreeOf(transaction, id);
    requireDepth((await pathTo(transaction, collectionId)).length + height);
    return { spaces: await lockSpacesIn(transaction, ids), collectionIds: ids };
  });
  return readCollection(context, id);
}
