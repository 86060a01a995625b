import { sql, type Sql } from '../database/database.ts';
import {
  collectionDecisionSql,
  collectionLevelSql,
  grantedToSql,
  hasRoleSql,
  heldCollectionLevelSql,
  heldSpaceLevelSql,
  spaceDecisionSql,
  spaceLevelSql,
} from './level-sql.ts';
import { spaceAccessSql } from './space-visibility-sql.ts';

/** What users have levels on. */
export type PlaceKind = 'space' | 'collection';

/** A space or a collection, whether it exists or not. */
export interface NamedPlace {
  kind: PlaceKind;
  id: string;
}

/** A kind of place in SQL; the functions take the alias of its row. */
interface Place {
  table: Sql;
  /** The column of a grant that says which place it is on. */
  grantColumn: Sql;
  levelSql: (row: Sql, userId: Sql) => Sql;
  /** The same for a write, which holds the membership. */
  heldLevelSql: (row: Sql, userId: Sql) => Sql;
  /** A `Decision`, or NULL for those who are no members. */
  decisionSql: (row: Sql, userId: Sql) => Sql;
  /** True with any level. */
  accessSql: (row: Sql, userId: Sql) => Sql;
}

export const places: Readonly<Record<PlaceKind, Place>> = {
  space: {
    table: sql`spaces`,
    grantColumn: sql`space_id`,
    levelSql: spaceLevelSql,
    heldLevelSql: heldSpaceLevelSql,
    decisionSql: spaceDecisionSql,
    accessSql: spaceAccessSql,
  },
  collection: {
    table: sql`collections`,
    grantColumn: sql`collection_id`,
    levelSql: collectionLevelSql,
    heldLevelSql: heldCollectionLevelSql,
    decisionSql: collectionDecisionSql,
    accessSql: (row, userId) => sql`${collectionLevelSql(row, userId)} IS NOT NULL`,
  },
};

/** What decides a user's level on the place with that id: a `Decision`, or NULL. */
export function decisionOnPlaceSql(kind: PlaceKind, id: Sql, userId: Sql): Sql {
  const { table, decisionSql } = places[kind];
  return sql`(SELECT ${decisionSql(sql`s`, userId)} FROM ${table} s WHERE s.id = ${id})`;
}

/** The id of the organization that owns the place with that id; NULL where a user has no level. */
export function organizationOfPlaceSql(kind: PlaceKind, id: Sql, userId: Sql): Sql {
  const { table, accessSql } = places[kind];
  return sql`(SELECT s.organization_id FROM ${table} s
    WHERE s.id = ${id} AND ${accessSql(sql`s`, userId)})`;
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
