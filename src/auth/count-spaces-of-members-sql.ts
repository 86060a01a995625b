import { sql, type Sql } from '../database/database.ts';
import { lookUpSql } from '../database/look-up-sql.ts';
import { childrenSql } from './nested-collections-sql.ts';
import { isOpenSpaceSql, canAccessSql } from './can-access-sql.ts';
import { grantsToSql } from './viewer-sets-sql.ts';

/**
 * Counts, for each member, the spaces of the organization on which both the member and the user
 * have a level: one row with a number per key, in the order of the keys. Deleted spaces do not
 * count, and those who are disabled or no members have none.
 *
 * @param organizationIds the organization of each member, a list in SQL beside `userIds`
 */
export function countSpacesOfMembersSql(organizationIds: Sql, userIds: Sql, viewerId: Sql): Sql {
  const organizations = sql`SELECT asked.organization_id FROM asked`;
  // What is open to all with a role counts once for all of them, so it is not looked for again.
  const counts = sql`v.organization_id = m.organization_id AND (m.role IS NULL OR NOT v.is_open)`;
  return sql`
    WITH RECURSIVE asked AS (
      SELECT * FROM unnest(${organizationIds}, ${userIds}) WITH ORDINALITY
        asked(organization_id, user_id, number)
    ), member AS MATERIALIZED (
      SELECT asked.number, m.organization_id, m.user_id, m.role FROM asked JOIN members m
        ON m.organization_id = asked.organization_id AND m.user_id = asked.user_id
      WHERE NOT m.disabled
    ), visible AS MATERIALIZED (
      SELECT s.id, s.organization_id, s.parent_id, ${isOpenSpaceSql(sql`s`, organizations)} AS is_open
      FROM (SELECT DISTINCT asked.organization_id FROM asked) one
      ${lookUpSql(sql`spaces`, sql`s`, sql`s.organization_id = one.organization_id`)}
      WHERE s.deleted_at IS NULL AND ${canAccessSql('space', sql`s`, viewerId)}
    ), whole AS (
      SELECT v.organization_id, count(*) AS every, count(*) FILTER (WHERE v.is_open) AS open
      FROM visible v GROUP BY v.organization_id
    ), granted AS MATERIALIZED (
      SELECT m.number, g.space_id, g.collection_id
      FROM member m CROSS JOIN LATERAL (${grantsToSql(sql`m.user_id`)}) g
      WHERE m.role IS DISTINCT FROM 'admin'
    ), inside(number, collection_id) AS (
      SELECT g.number, g.collection_id FROM granted g WHERE g.collection_id IS NOT NULL
      UNION
      SELECT inside.number, c.id FROM inside ${childrenSql(sql`inside.collection_id`)}
    ), reached AS (
      SELECT m.number, v.id FROM granted g JOIN member m ON m.number = g.number
      JOIN visible v ON v.id = g.space_id AND ${counts}
      UNION
      SELECT m.number, v.id FROM inside JOIN member m ON m.number = inside.number
      JOIN visible v ON v.parent_id = inside.collection_id AND ${counts}
    ), own AS (
      SELECT r.number, count(*) AS size FROM reached r GROUP BY r.number
    )
    SELECT (CASE WHEN m.number IS NULL THEN 0 WHEN m.role = 'admin' THEN COALESCE(whole.every, 0)
      ELSE COALESCE(own.size, 0) + CASE WHEN m.role IS NULL THEN 0 ELSE COALESCE(whole.open, 0) END
      END)::int
    FROM asked LEFT JOIN member m ON m.number = asked.number
    LEFT JOIN whole ON whole.organization_id = m.organization_id
    LEFT JOIN own ON own.number = asked.number
    ORDER BY asked.number`;
}
