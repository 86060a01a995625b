import { lockPlace } from '../../auth/lock-place.ts';
import type { NamedPlace } from '../../auth/place.ts';
import type { Context } from '../../context.ts';
import { nullIfNotFound } from '../../errors.ts';
import { findPlace, placeOf, type PlaceRef } from './grant-place.ts';
import { loadGrant, subjectOf, type SubjectRef } from './load-grant.ts';

/**
 * Revokes the grant of a member or team on a space or collection. Succeeds if there is no grant, or
 * if the viewer may not see it.
 *
 * @returns the space or collection
 * @throws FORBIDDEN below `admin`, CONFLICT when the space is deleted
 */
export async function revokeAccess(
  context: Context,
  ref: PlaceRef & SubjectRef,
): Promise<NamedPlace> {
  const place = placeOf(ref);
  const grant = await loadGrant(context, place, subjectOf(ref));
  if (grant) {
    const { organizationId } = await findPlace(context, place, 'admin');
    await context
      .write(async (transaction) => {
        await lockPlace(transaction, context.viewer, { ...place, organizationId }, 'admin');
        await transaction.grant.deleteMany({ where: { id: grant.id } });
      })
      .catch(nullIfNotFound);
  }
  return place;
}
