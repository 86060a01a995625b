import { z } from 'zod';
import { dropGrants } from '../../auth/drop-grants.ts';
import type { Context } from '../../context.ts';
import type { PrismaTransaction } from '../../database/database.ts';
import { noChange, notFound, preconditionFailed } from '../../errors.ts';
import { moveJobs } from '../../jobs/move-jobs.ts';
import { findParent } from '../collections/find-parent.ts';
import { transferItems } from '../collections/place-items.ts';
import {
  lastItem,
  lockParent,
  readItem,
  requireRoom,
  type Item,
  type Parent,
} from '../collections/siblings.ts';
import { lockOrganizations } from '../organizations/lock-organization.ts';
import { keepOpenNames } from '../sites/keep-open-names.ts';
import { siteShowing } from '../sites/structure/shown-spaces.ts';
import type { HeldSpace } from '../spaces/lock-space.ts';
import { placeAt } from './insertion-point.ts';

/**
 * The recipient of a transfer (interface, Spaces): an organization, and optionally a collection in
 * it.
 */
export const recipient = z.object({ organization: z.string(), collection: z.string().optional() });

export type Recipient = z.output<typeof recipient>;

/** All spaces and collections that are transferred together. */
interface Belongings {
  spaces: readonly HeldSpace[];
  collectionIds: readonly string[];
}

/**
 * Transfers a space or collection to the end of a parent in another organization. Deletes its
 * grants, since the grantees belong to the old organization. The caller must check that the viewer
 * may transfer it.
 *
 * @param collect repeats that check in the transaction, locks all that is transferred, and checks
 *   that the parent can contain it
 * @throws NOT_FOUND for an organization that does not exist for the viewer, BAD_USER_INPUT for a
 *   collection of another organization, FORBIDDEN below `create` there, NO_CHANGE for its own
 *   organization, PRECONDITION_FAILED while a site shows it, CONFLICT when the parent is full
 */
export async function transferOwnership(
  context: Context,
  given: Omit<Item, 'parentId' | 'position'>,
  { organization, collection }: Recipient,
  collect: (transaction: PrismaTransaction, parent: Parent) => Promise<Belongings>,
): Promise<void> {
  const { kind, id, organizationId } = given;
  const parent = await findParent(context, organization, collection ?? null, 'collection');
  await context.write(async (transaction) => {
    if (organization === organizationId) {
      throw noChange(`The ${kind} belongs to the organization already. Move it instead.`);
    }
    await lockOrganizations(transaction, [organizationId, organization]);
    await lockParent(transaction, context.viewer, parent);
    const item = await readItem(transaction, given);
    if (item?.organizationId !== organizationId) throw notFound(kind, id);
    await requireRoom(transaction, parent, 1);
    const { spaces, collectionIds } = await collect(transaction, parent);
    await requireNotShown(transaction, spaces, context.viewer.id);
    const spaceIds = spaces.map((space) => space.id);
    await keepOpenNames(transaction, spaceIds);
    await dropGrants(transaction, { spaceIds, collectionIds });
    await transferItems(transaction, 'collection', collectionIds, organization);
    await transferItems(transaction, 'space', spaceIds, organization);
    await moveJobs(transaction, spaceIds, organization);
    const end = { after: await lastItem(transaction, parent), before: null };
    await placeAt(transaction, parent, end, [item]);
  });
}

/** Sites contain only spaces of their own organization. */
async function requireNotShown(
  transaction: PrismaTransaction,
  spaces: readonly HeldSpace[],
  viewerId: string,
): Promise<void> {
  const site = await siteShowing(
    transaction,
    spaces.map(({ id }) => id),
    viewerId,
  );
  if (!site) return;
  const space = spaces.find(({ id }) => id === site.spaceId);
  throw preconditionFailed(
    space?.deletedAt
      ? `The site "${site.title}" has a place for the deleted space "${space.title}": restore it and take it off the site first.`
      : `The site "${site.title}" shows the space "${space?.title}": take it off the site first.`,
  );
}
