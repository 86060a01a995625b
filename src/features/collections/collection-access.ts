import { permissionsAt, type Role } from '../../auth/roles.ts';
import type { Row } from '../../builder.ts';
import type { Context } from '../../context.ts';
import { forbidden, notFound } from '../../errors.ts';
import { collectionSource } from './collection-source.ts';

/** Role required by each permission flag of a collection (interface, Collection). */
export const collectionRoleFor = {
  view: 'read',
  create: 'create',
  viewInviteLinks: 'create',
  admin: 'admin',
} as const satisfies Record<string, Role>;

export type CollectionPermissions = Record<keyof typeof collectionRoleFor, boolean>;

/** Returns the viewer's permissions for a collection. The row contains the viewer's level. */
export function collectionPermissions({
  level,
}: Pick<Row<'Collection'>, 'level'>): CollectionPermissions {
  return permissionsAt(level, collectionRoleFor);
}

/**
 * Finds a collection by id and checks a permission flag.
 *
 * @throws NOT_FOUND when it does not exist for the viewer, FORBIDDEN when the flag is false
 */
export async function findCollection(
  context: Context,
  id: string,
  flag: keyof CollectionPermissions = 'view',
): Promise<Row<'Collection'>> {
  const collection = await context.loaders.one(collectionSource, id);
  if (!collection) throw notFound('collection', id);
  if (!collectionPermissions(collection)[flag]) {
    throw forbidden(`do this in the collection "${collection.title}"`, collectionRoleFor[flag]);
  }
  return collection;
}

/**
 * Reads a collection after a change that may have ended the viewer's access, so that the response
 * still includes it.
 *
 * @throws NOT_FOUND when it was just deleted
 */
export async function readCollection(context: Context, id: string): Promise<Row<'Collection'>> {
  const collection = await context.loaders.oneRegardlessOfAccess(collectionSource, id);
  if (!collection) throw notFound('collection', id);
  return collection;
}
