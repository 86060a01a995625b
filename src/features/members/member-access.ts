import type { Row } from '../../builder.ts';
import type { Context } from '../../context.ts';
import { sql } from '../../database/database.ts';
import { memberSource } from './member-source.ts';

/** The membership of a user in an organization; null when there is none for the viewer. */
export function loadMember(
  { db, loaders, viewer }: Context,
  organizationId: string,
  userId: string,
): Promise<Row<'Member'> | null> {
  // PostgreSQL knows no text with U+0000, so nobody has such an id.
  if (userId.includes('\0')) return Promise.resolve(null);
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
