import { permissionsAt, type Role } from '../../auth/roles.ts';
import type { Row } from '../../builder.ts';
import type { Context } from '../../context.ts';
import { forbidden, notFound } from '../../errors.ts';
import { deletedSpace } from './deleted-space.ts';
import { spaceSource } from './space-source.ts';

/** Role required by each permission flag; `view` and `access` require any level. */
export const spaceRoleFor = {
  comment: 'comment',
  edit: 'edit',
  review: 'review',
  merge: 'review',
  triggerGitSync: 'create',
  viewInviteLinks: 'create',
  admin: 'admin',
} as const satisfies Record<string, Role>;

/** Permission flags of a space (interface, Space). */
export type SpacePermissions = Record<keyof typeof spaceRoleFor | 'view' | 'access', boolean>;

/** Returns the viewer's permissions for a space. The row contains the viewer's level. */
export function spacePermissions({
  level,
  publishedVisibility,
}: Pick<Row<'Space'>, 'level' | 'publishedVisibility'>): SpacePermissions {
  return {
    view: level !== null || publishedVisibility === 'public' || publishedVisibility === 'unlisted',
    access: level !== null,
    ...permissionsAt(level, spaceRoleFor),
  };
}

/**
 * Finds a space by id and checks a permission flag.
 *
 * @param options.deleted also finds a deleted space
 * @throws NOT_FOUND when it does not exist for the viewer, FORBIDDEN when the flag is false,
 *   CONFLICT for a change to a deleted space
 */
export async function findSpace(
  context: Context,
  id: string,
  flag: keyof SpacePermissions = 'view',
  options: { deleted?: boolean } = {},
): Promise<Row<'Space'>> {
  const space = await context.loaders.one(spaceSource, id);
  if (!space) throw notFound('space', id);
  if (!spacePermissions(space)[flag]) {
    const role = flag in spaceRoleFor ? spaceRoleFor[flag as keyof typeof spaceRoleFor] : 'read';
    throw forbidden(`do this in the space "${space.title}"`, role);
  }
  if (space.deletedAt && flag !== 'view' && !options.deleted) throw deletedSpace(space);
  return space;
}

/**
 * Reads a space after a change that may have ended the viewer's access, so that the response still
 * includes it.
 *
 * @throws NOT_FOUND when it was just deleted
 */
export async function readSpace(context: Context, id: string): Promise<Row<'Space'>> {
  const space = await context.loaders.oneRegardlessOfAccess(spaceSource, id);
  if (!space) throw notFound('space', id);
  return space;
}
