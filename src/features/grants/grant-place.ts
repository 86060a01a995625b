import type { NamedPlace } from '../../auth/place.ts';
import type { Context } from '../../context.ts';
import { badInput } from '../../errors.ts';
import { findCollection } from '../collections/collection-access.ts';
import { findSpace } from '../spaces/space-access.ts';

/** Identifies a space or collection in an input, by exactly one of the two ids. */
export interface PlaceRef {
  spaceId?: string | null | undefined;
  collectionId?: string | null | undefined;
}

/**
 * Returns the space or collection of a reference. @throws BAD_USER_INPUT unless it has exactly one
 * id
 */
export function placeOf(ref: PlaceRef): NamedPlace {
  const spaceId = ref.spaceId ?? null;
  const collectionId = ref.collectionId ?? null;
  if (spaceId !== null && collectionId === null) return { kind: 'space', id: spaceId };
  if (spaceId === null && collectionId !== null) return { kind: 'collection', id: collectionId };
  throw badInput('Give "spaceId" or "collectionId", one of the two.', ['input']);
}

/**
 * Requires a permission on a space or collection, and returns its organization.
 *
 * @throws NOT_FOUND when it does not exist for the viewer, FORBIDDEN without the permission,
 *   CONFLICT for a change when the space is deleted
 */
export async function findPlace(
  context: Context,
  { kind, id }: NamedPlace,
  flag: 'view' | 'admin',
): Promise<{ organizationId: string }> {
  return kind === 'space' ? findSpace(context, id, flag) : findCollection(context, id, flag);
}
