import { reaches, type Role } from '../../auth/roles.ts';
import type { Row } from '../../builder.ts';
import type { Context } from '../../context.ts';
import { forbidden, notFound } from '../../errors.ts';
import { collectionSource } from './collection-source.ts';

/** The flags of a collection (interface, Collection). */
export interface CollectionPermissions {
  view: boolean;
  admin: boolean;
  viewInviteLinks: boolean;
  create: boolean;
}

/** The role whose level each flag needs. */
export const roleFor = {
  view: 'read',
  create: 'create',
  viewInviteLinks: 'create',
  admin: 'admin',
} as const satisfies Record<keyof CollectionPermissions, Role>;

/** What the viewer, whose level the row carries, may do on a collection. */
export function collectionPermissions({
  level,
}: Pick<Row<'Collection'>, 'level'>): CollectionPermissions {
  return {
    view: reaches(level, roleFor.view),
    admin: reaches(level, roleFor.admin),
    viewInviteLinks: reaches(level, roleFor.viewInviteLinks),
    create: reaches(level, roleFor.create),
  };
}

/**
 * The collection with that id, for something that a flag allows.
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
    throw forbidden(`do this in the collection "${collection.title}"`, roleFor[flag]);
  }
  return collection;
}

/**
 * A collection after a change that may have ended the viewer's own access: the answer still shows
 * it.
 *
 * @throws NOT_FOUND when it has just gone
 */
export async function readCollection(context: Context, id: string): Promise<Row<'Collection'>> {
  const collection = await context.loaders.oneOfHistory(collectionSource, id);
  if (!collection) throw notFound('collection', id);
  return collection;
}
