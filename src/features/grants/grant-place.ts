import type { NamedPlace } from '../../auth/place.ts';
import type { Context } from '../../context.ts';
import { badInput } from '../../errors.ts';
import { findCollection } from '../collections/collection-access.ts';
import { findSpace } from '../spaces/space-access.ts';

/** Names a place as an input does: by one of the two. */
export interface PlaceRef {
  spaceId?: string | null | undefined;
  collectionId?: string | null | undefined;
}

/** Which place a reference names. @throws BAD_USER_INPUT when it names none, or two */
export function placeOf(ref: PlaceRef): NamedPlace {
  const spaceId = ref.spaceId ?? null;
  const collectionId = ref.collectionId ?? null;
  if (spaceId !== null && collectionId === null) return { kind: 'space', id: spaceId };
  if (spaceId === null && collectionId !== null) return { kind: 'collection', id: collectionId };
  throw badInput('Give "spaceId" or "collectionId", one of the two.', ['input']);
}

/**
 * Lets pass what a flag of a place allows, and answers whose place it is.
 *
 * @throws NOT_FOUND when it does not exist for the viewer, FORBIDDEN when the flag is false,
 *   CONFLICT when a change is meant and the space is deleted
 */
export async function findPlace(
  context: Context,
  { kind, id }: NamedPlace,
  flag: 'view' | 'admin',
): Promise<{ organizationId: string }> {
  return kind === 'space' ? findSpace(context, id, flag) : findCollection(context, id, flag);
}
