import type { Viewer } from '../../auth/viewer.ts';
import type { Row } from '../../builder.ts';
import type { Context } from '../../context.ts';
import { sql } from '../../database/database.ts';
import { forbidden, notFound } from '../../errors.ts';
import { organizationPermissions } from '../organizations/organization-access.ts';
import { memberSource } from './member-source.ts';

/** What names a member, as a path on `/v1` has it. */
export interface MemberKey {
  organizationId: string;
  userId: string;
}

/** What a viewer may do with a member who exists for them. */
export interface MemberPermissions {
  view: boolean;
  /** Role, access and single sign-on. */
  edit: boolean;
  /** Everybody may leave by themselves. */
  remove: boolean;
}

/** What the viewer may do with a member who exists for them. */
export function memberPermissions(
  viewer: Viewer,
  { organizationId, userId }: MemberKey,
): MemberPermissions {
  const { admin } = organizationPermissions(viewer, organizationId);
  return { view: true, edit: admin, remove: admin || userId === viewer.id };
}

/** The membership of a user in an organization; null when there is none for the viewer. */
export function loadMember(
  { db, loaders, viewer }: Context,
  { organizationId, userId }: MemberKey,
): Promise<Row<'Member'> | null> {
  // PostgreSQL knows no text with U+0000, so nobody has such an id.
  if (userId.includes('\0') || organizationId.includes('\0')) return Promise.resolve(null);
  return loaders.batch(`member of ${organizationId}`, userId, async (userIds) => {
    const rows = await db.query(sql`
      SELECT ${memberSource.select(viewer.id)} FROM members t
      WHERE t.organization_id = ${organizationId} AND t.user_id = ANY(${[...userIds]}::text[])
        AND ${memberSource.visible(viewer.id)}`);
    const members = new Map(
      rows.map((values) => {
        const member = memberSource.toRow(values);
        return [member.userId, member];
      }),
    );
    return userIds.map((id) => members.get(id) ?? null);
  });
}

/**
 * The membership of a user in an organization, for something that a flag allows.
 *
 * @throws NOT_FOUND when there is none for the viewer, FORBIDDEN when the flag is false
 */
export async function findMember(
  context: Context,
  key: MemberKey,
  flag: keyof MemberPermissions = 'view',
): Promise<Row<'Member'>> {
  const member = await loadMember(context, key);
  if (!member) throw notFound('member', key.userId);
  if (!memberPermissions(context.viewer, member)[flag]) throw onlyAdmins();
  return member;
}

/** Refuses a change of members to those who are no admins. */
export function onlyAdmins(): Error {
  return forbidden('change the members of an organization', 'admin');
}
