import { isGrantedSql, spaceLevelSql } from '../../auth/level-sql.ts';
import { accessibleSpacesSql } from '../../auth/space-visibility-sql.ts';
import type { Row } from '../../builder.ts';
import type { Context } from '../../context.ts';
import { sql, type Sql } from '../../database/database.ts';

type MemberKey = Pick<Row<'Member'>, 'organizationId' | 'userId'>;

/**
 * How many spaces of the organization a member has a level on. Only spaces that the viewer has a
 * level on count, so that the number tells nothing of hidden ones; deleted ones do not count.
 */
export function countSpacesOfMember(context: Context, member: MemberKey): Promise<number> {
  const spaces = accessibleSpacesSql(
    sql`SELECT asked.organization_id FROM asked`,
    sql`${context.viewer.id}`,
  );
  return countForMember(
    context,
    'spaces of members',
    member,
    (organizationId, userId) => sql`
      SELECT COALESCE(sum(t.size), 0)::int FROM visible t
      WHERE t.organization_id = ${organizationId} AND ${spaceLevelSql(sql`t`, userId)} IS NOT NULL`,
    // Spaces of one collection and default level are alike for all, but for those with grants of
    // their own: one stands for the group.
    sql`
      SELECT min(s.id) AS id, s.organization_id, s.parent_id, s.default_level, count(*) AS size
      FROM (${spaces}) s
      GROUP BY s.organization_id, s.parent_id, s.default_level,
        CASE WHEN ${isGrantedSql(sql`s.id`)} THEN s.id END`,
  );
}

/**
 * Counts for all members of a level in one statement.
 *
 * @param count the number for one member, of the rows that `visible` selects once for all
 */
function countForMember(
  { db, loaders }: Context,
  name: string,
  { organizationId, userId }: MemberKey,
  count: (organizationId: Sql, userId: Sql) => Sql,
  visible: Sql,
): Promise<number> {
  return loaders.batch(name, JSON.stringify([organizationId, userId]), async (keys) => {
    const members = keys.map((key) => JSON.parse(key) as [string, string]);
    const rows = await db.query(sql`
      WITH asked AS (
        SELECT * FROM unnest(
          ${members.map(([organization]) => organization)}::text[],
          ${members.map(([, user]) => user)}::text[]
        ) WITH ORDINALITY asked(organization_id, user_id, number)
      ), visible AS MATERIALIZED (${visible})
      SELECT (${count(sql`asked.organization_id`, sql`asked.user_id`)})
      FROM asked ORDER BY asked.number`);
    return rows.map(([number]) => number as number);
  });
}
