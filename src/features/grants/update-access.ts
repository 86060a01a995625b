import { z } from 'zod';
import { roles } from '../../auth/roles.ts';
import type { Context } from '../../context.ts';
import { notFound } from '../../errors.ts';
import { findPlace, placeOf, type NamedPlace, type PlaceRef } from './grant-place.ts';
import { loadGrant, subjectOf, type SubjectRef } from './load-grant.ts';

/** What of a grant changes: absent leaves the role, null takes the grant away. */
export const grantChanges = z.object({ role: z.enum(roles).nullish() });

/**
 * Changes the role that a member or a team was granted on a space or a collection.
 *
 * @returns the place
 * @throws NOT_FOUND when the place does not exist for the viewer or nothing was granted there,
 *   FORBIDDEN below `admin`, CONFLICT when the space is deleted
 */
export async function updateAccess(
  context: Context,
  ref: PlaceRef & SubjectRef,
  { role }: z.output<typeof grantChanges>,
): Promise<NamedPlace> {
  const [place, subject] = [placeOf(ref), subjectOf(ref)];
  await findPlace(context, place, 'view');
  const grant = await loadGrant(context, place, subject);
  // A missing grant sounds the same to all who see the place.
  if (grant) await findPlace(context, place, 'admin');
  await context.write(async ({ grant: grants }) => {
    const where = { id: grant?.id ?? '' };
    const { count } =
      role === null
        ? await grants.deleteMany({ where })
        : await grants.updateMany({ where, data: { role } });
    if (count === 0) throw notFound(`grant to a ${subject.kind}`, subject.id);
  });
  return place;
}
