import { sql, type Sql } from '../database/database.ts';
import { decisionSql, grantedToSql, levelSql } from './level-sql.ts';
import { hasRoleSql } from './membership-sql.ts';
import { places, type PlaceKind } from './place.ts';
import { spaceAccessSql } from './space-visibility-sql.ts';

/** True when the user has any level on the space or collection with the alias `row`. */
function accessSql(kind: PlaceKind, row: Sql, userId: Sql): Sql {
  return kind === 'space'
    ? spaceAccessSql(row, userId)
    : sql`${levelSql(kind, row, userId)} IS NOT NULL`;
}

/** Returns the rule that decides a user's level on the place with an id: a `Decision`, or NULL. */
export function decisionOnPlaceSql(kind: PlaceKind, id: Sql, userId: Sql): Sql {
  return sql`(SELECT ${decisionSql(kind, sql`s`, userId)} FROM ${places[kind].table} s
    WHERE s.id = ${id})`;
}

/** The id of the organization that owns the place with that id; NULL where a user has no level. */
export function organizationOfPlaceSql(kind: PlaceKind, id: Sql, userId: Sql): Sql {
  return sql`(SELECT s.organization_id FROM ${places[kind].table} s
    WHERE s.id = ${id} AND ${accessSql(kind, sql`s`, userId)})`;
}

/**
 * True when the user may see the grant with the alias `row`: with a level on its place members with
 * a role see them all; guests, who see no other members, those to themselves and to their teams.
 */
export function grantVisibleSql(row: Sql, userId: Sql): Sql {
  const on = (kind: PlaceKind) => {
    const { grantColumn } = places[kind];
    return organizationOfPlaceSql(kind, sql`${row}.${grantColumn}`, userId);
  };
  return sql`EXISTS (
    SELECT FROM (SELECT CASE WHEN ${row}.space_id IS NULL
      THEN ${on('collection')} ELSE ${on('space')} END AS id) owner
    WHERE ${hasRoleSql(sql`owner.id`, userId)}
      OR owner.id IS NOT NULL AND ${grantedToSql(row, userId)})`;
}
