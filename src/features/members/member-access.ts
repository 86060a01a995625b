import type { Viewer } from '../../auth/viewer.ts';
import type { Row } from '../../builder.ts';
import type { Context } from '../../context.ts';
import { sql, type Sql } from '../../database/database.ts';
import { forbidden, notFound } from '../../errors.ts';
import { organizationPermissions } from '../organizations/organization-access.ts';
import { memberSource } from './member-source.ts';

/** Natural key of a member, as in a `/v1` path. */
export interface MemberKey {
  organizationId: string;
  userId: string;
}

/** Permission flags of a member who exists for the viewer. */
export interface MemberPermissions {
  view: boolean;
  /** Permission to change role, access and single sign-on. */
  edit: boolean;
  /** Permission to remove the member; everybody may leave. */
  remove: boolean;
}

/** Returns the viewer's permissions for a member who exists for them. */
export function memberPermissions(
  viewer: Viewer,
  { organizationId, userId }: MemberKey,
): MemberPermissions {
  const { admin } = organizationPermissions(viewer, organizationId);
  return { view: true, edit: admin, remove: admin || userId === viewer.id };
}

/** Loads the membership of a user; null if it does not exist for the viewer. */
export function loadMember(context: Context, key: MemberKey): Promise<Row<'Member'> | null> {
  return loadMemberWhere(context, key, memberSource.visible(context.viewer.id), 'members');
}

/**
 * Loads a membership regardless of the viewer; null if there is none. For references from items
 * that the viewer can see, such as teams.
 */
export function loadNamedMember(context: Context, key: MemberKey): Promise<Row<'Member'> | null> {
  return loadMemberWhere(context, key, sql`TRUE`, 'named members');
}

function loadMemberWhere(
  { db, loaders, viewer }: Context,
  { organizationId, userId }: MemberKey,
  condition: Sql,
  name: string,
): Promise<Row<'Member'> | null> {
  return loaders.batch(name, JSON.stringify([organizationId, userId]), async (keys) => {
    const members = keys.map((key) => JSON.parse(key) as [string, string]);
    const rows = await db.query(sql`
      SELECT asked.number::int, ${memberSource.select(viewer.id)}
      FROM unnest(
        ${members.map(([organization]) => organization)}::text[],
        ${members.map(([, user]) => user)}::text[]
      ) WITH ORDINALITY asked(organization_id, user_id, number)
      JOIN members t ON t.organization_id = asked.organization_id AND t.user_id = asked.user_id
      WHERE ${condition}`);
    const found = new Map(rows.map(([number, ...values]) => [number, memberSource.toRow(values)]));
    return keys.map((_, index) => found.get(index + 1) ?? null);
  });
}

/**
 * Finds the membership of a user and checks a permission flag.
 *
 * @throws NOT_FOUND when it does not exist for the viewer, FORBIDDEN when the flag is false
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

/** Returns the error for a viewer who changes members without being an admin. */
export function onlyAdmins(): Error {
  return forbidden('change the members of an organization', 'admin');
}
