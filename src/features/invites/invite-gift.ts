import { z } from 'zod';
import type { NamedPlace } from '../../auth/place.ts';
import { roles, type Role } from '../../auth/roles.ts';
import type { Row } from '../../builder.ts';

/** What an invite gives: a role in the organization, null for a guest, or a level on a place. */
export const inviteGift = z.union([
  z.object({ organization: z.object({ role: z.enum(roles).nullish() }) }),
  z.object({ space: z.object({ spaceId: z.string(), level: z.enum(roles) }) }),
  z.object({ collection: z.object({ collectionId: z.string(), level: z.enum(roles) }) }),
]);

export type InviteGift = z.output<typeof inviteGift>;

/** What of an invite can change: how much it gives, not where. */
export const inviteChange = z.union([
  z.object({ organization: z.object({ role: z.enum(roles).nullish() }) }),
  z.object({ level: z.enum(roles) }),
]);

export type InviteChange = z.output<typeof inviteChange>;

/** Where an invite gives a level; null for one to the organization. */
export function placeGiven({
  spaceId,
  collectionId,
}: Pick<Row<'Invite'>, 'spaceId' | 'collectionId'>): NamedPlace | null {
  if (spaceId !== null) return { kind: 'space', id: spaceId };
  return collectionId === null ? null : { kind: 'collection', id: collectionId };
}

/** The level that an invite to a space or a collection gives. */
export function levelGiven({ id, level }: Pick<Row<'Invite'>, 'id' | 'level'>): Role {
  if (level === null) throw new Error(`The invite ${id} gives no level.`);
  return level as Role;
}
