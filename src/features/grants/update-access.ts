import { z } from 'zod';
import { lockPlace } from '../../auth/lock-place.ts';
import type { NamedPlace } from '../../auth/place.ts';
import { roles } from '../../auth/roles.ts';
import type { Context } from '../../context.ts';
import { notFound } from '../../errors.ts';
import { findPlace, placeOf, type PlaceRef } from './grant-place.ts';
import { loadGrant, subjectOf, type SubjectRef } from './load-grant.ts';

/** Changes to a grant: an absent role is kept, null revokes the grant. */
export const grantChanges = z.object({ role: z.enum(roles).nullish() });

/**
 * Changes the role granted to a member or team on a space or collection.
 *
 * @returns the space or collection
 * @throws NOT_FOUND when the space or collection does not exist for the viewer or has no such
 *   grant, FORBIDDEN below `admin`, CONFLICT when the space is deleted
 */
export async function updateAccess(
  context: Context,
  ref: PlaceRef & SubjectRef,
  { role }: z.output<typeof grantChanges>,
): Promise<NamedPlace> {
  const [place, subject] = [placeOf(ref), subjectOf(ref)];
  const grant = await loadGrant(context, place, subject);
  // Everyone who sees the space or collection gets the same error for a missing grant.
  const { organizationId } = await findPlace(context, place, grant ? 'admin' : 'view');
  await context.write(async (transaction) => {
    const missingGrant = () => notFound(`grant to a ${subject.kind}`, subject.id);
    if (!grant) throw missingGrant();
    await lockPlace(transaction, context.viewer, { ...place, organizationId }, 'admin');
    const where = { id: grant.id };
    const { count } =
      role === null
        ? await transaction.grant.deleteMany({ where })
        : await transaction.grant.updateMany({ where, data: { role } });
    if (count === 0) throw missingGrant();
  });
  return place;
}
