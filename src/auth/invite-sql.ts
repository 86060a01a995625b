import { rawSql, sql, type Sql } from '../database/database.ts';
import { levelOfRoleSql } from './level-of-role-sql.ts';
import { levelSql } from './level-sql.ts';
import { administersSql } from './membership-sql.ts';
import { collectionSql } from './nested-collections-sql.ts';
import { levelOf } from './roles.ts';

/**
 * A user's level on what an invite, the alias `row`, lets others into: its space or collection, or
 * else the organization, where only admins count. NULL for none, also on a deleted space.
 */
export function levelOnInviteSql(row: Sql, userId: Sql): Sql {
  return sql`CASE
    WHEN ${row}.space_id IS NOT NULL THEN (
      SELECT ${levelSql('space', sql`s`, userId)} FROM spaces s
      WHERE s.id = ${row}.space_id AND s.deleted_at IS NULL)
    WHEN ${row}.collection_id IS NOT NULL THEN (
      SELECT ${levelSql('collection', sql`c`, userId)} FROM collections c
      WHERE c.id = ${row}.collection_id)
    WHEN ${administersSql(sql`${row}.organization_id`, userId)}
      THEN ${rawSql(String(levelOf('admin')))}
  END`;
}

/**
 * True when the user may see the invite: by the level that the flag `viewInviteLinks` needs, but
 * never with less than the invite gives. Whoever sees it can use it.
 */
export function seesInviteSql(row: Sql, userId: Sql): Sql {
  return sql`COALESCE(${levelOnInviteSql(row, userId)} >=
    GREATEST(${rawSql(String(levelOf('create')))}, ${levelOfRoleSql(sql`${row}.level`)}), FALSE)`;
}

/** True when what the invite is to belongs to its organization, and is no space that is deleted. */
export function inviteLeadsSomewhereSql(row: Sql): Sql {
  return sql`CASE
    WHEN ${row}.space_id IS NOT NULL THEN EXISTS (
      SELECT FROM spaces s WHERE s.id = ${row}.space_id
        AND s.organization_id = ${row}.organization_id AND s.deleted_at IS NULL)
    WHEN ${row}.collection_id IS NOT NULL THEN EXISTS (
      SELECT FROM collections c WHERE c.id = ${row}.collection_id
        AND c.organization_id = ${row}.organization_id)
    ELSE TRUE END`;
}

/**
 * True when every member with a role has the level of the invite by default: by the nearest default
 * level that is not `inherit`, or else by any role. One to the organization always gives something.
 */
export function isRedundantInviteSql(row: Sql): Sql {
  return sql`COALESCE(${levelOfRoleSql(sql`${row}.level`)} <= (
    WITH RECURSIVE up(parent_id, default_level) AS (
      SELECT s.parent_id, s.default_level FROM spaces s WHERE s.id = ${row}.space_id
      UNION ALL
      SELECT c.parent_id, c.default_level FROM collections c WHERE c.id = ${row}.collection_id
      UNION ALL
      SELECT c.parent_id, c.default_level FROM up ${collectionSql(sql`up.parent_id`)}
      WHERE up.default_level = 'inherit'
    )
    SELECT CASE WHEN bool_and(up.default_level IS NOT DISTINCT FROM 'inherit')
      THEN ${rawSql(String(levelOf('read')))} ELSE max(${levelOfRoleSql(sql`up.default_level`)}) END
    FROM up
  ), FALSE)`;
}
