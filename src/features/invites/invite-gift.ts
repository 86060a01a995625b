import { z } from 'zod';
import type { NamedPlace } from '../../auth/place.ts';
import { roles, type Role } from '../../auth/roles.ts';
import type { Row } from '../../builder.ts';

/** Grant of an invite: a role in the organization (null for a guest), or a level on a place. */
export const inviteGift = z.union([
  z.object({ organization: z.object({ role: z.enum(roles).nullish() }) }),
  z.object({ space: z.object({ spaceId: z.string(), level: z.enum(roles) }) }),
  z.object({ collection: z.object({ collectionId: z.string(), level: z.enum(roles) }) }),
]);

export type InviteGift = z.output<typeof inviteGift>;

/** Change to the grant of an invite; its target cannot change. */
export const inviteChange = z.union([
  z.object({ organization: z.object({ role: z.enum(roles).nullish() }) }),
  z.object({ level: z.enum(roles) }),
]);

export type InviteChange = z.output<typeof inviteChange>;

/** Returns the place on which an invite grants a level; null for an organization invite. */
export function placeGiven({
  spaceId,
  collectionId,
}: Pick<Row<'Invite'>, 'spaceId' | 'collectionId'>): NamedPlace | null {
  if (spaceId !== null) return { kind: 'space', id: spaceId };
  return collectionId === null ? null : { kind: 'collection', id: collectionId };
}

/** Returns the level that an invite to a space or a collection grants. */
export function levelGiven({ id, level }: Pick<Row<'Invite'>, 'id' | 'level'>): Role {
  if (level === null) throw new Error(`The invite ${id} gives no level.`);
  return level as Role;
}
