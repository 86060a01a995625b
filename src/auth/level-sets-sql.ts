import { rawSql, sql, type Sql } from '../database/database.ts';
import { levelOfRoleSql } from './level-of-role-sql.ts';
import { childrenSql } from './nested-collections-sql.ts';
import type { PlaceKind } from './place.ts';
import { levelOf } from './roles.ts';
import { viewerSets } from './viewer-sets-sql.ts';

// The rule of level-sql.ts once more, for the levels of a statement's viewer on many places: what
// it needs to know of the viewer is found once, as maps from ids to levels.

const { memberships, grants } = viewerSets;
const grantedLevels = sql`viewer_granted_levels`;
const defaultLevels = sql`viewer_default_levels`;
const levelMaps = sql`viewer_level_maps`;

/** The level of those who have none, where NULL says that nothing is known. */
const noAccess = rawSql('0');
const adminLevel = rawSql(String(levelOf('admin')));

/**
 * The maps as tables that follow the viewer's sets in the `WITH RECURSIVE` of a statement: levels
 * by role, by grants on spaces, by the nearest grant on collections, and by the nearest default
 * level.
 */
export const levelMapsSql: readonly Sql[] = [
  sql`${grantedLevels}(id, level, depth) AS (
    SELECT g.collection_id, max(${levelOfRoleSql(sql`g.role`)}), 0 FROM ${grants} g
    WHERE g.collection_id IS NOT NULL GROUP BY g.collection_id
    UNION ALL
    SELECT c.id, up.level, up.depth + 1 FROM ${grantedLevels} up ${childrenSql(sql`up.id`)}
  )`,
  sql`${defaultLevels}(id, level) AS (
    SELECT c.id, COALESCE(${levelOfRoleSql(sql`c.default_level`)}, ${noAccess}) FROM collections c
    WHERE c.organization_id IN (SELECT m.organization_id FROM ${memberships} m)
      AND c.default_level IS DISTINCT FROM 'inherit'
    UNION ALL
    SELECT c.id, up.level FROM ${defaultLevels} up ${childrenSql(sql`up.id`)}
    WHERE c.default_level = 'inherit'
  )`,
  sql`${levelMaps} AS MATERIALIZED (SELECT
    (SELECT jsonb_object_agg(m.organization_id, COALESCE(${levelOfRoleSql(sql`m.role`)}, ${noAccess}))
      FROM ${memberships} m) AS roles,
    (SELECT jsonb_object_agg(g.space_id, g.level) FROM (
      SELECT g.space_id, max(${levelOfRoleSql(sql`g.role`)}) AS level FROM ${grants} g
      WHERE g.space_id IS NOT NULL GROUP BY g.space_id) g) AS spaces,
    (SELECT jsonb_object_agg(g.id, g.level) FROM (
      SELECT DISTINCT ON (g.id) g.id, g.level FROM ${grantedLevels} g ORDER BY g.id, g.depth
    ) g) AS collections,
    (SELECT jsonb_object_agg(d.id, d.level) FROM ${defaultLevels} d) AS defaults
  )`,
];

/** The viewer's level on the space or collection with the alias `row`: 1 to 6, or NULL. */
export function viewerLevelSql(kind: PlaceKind, row: Sql): Sql {
  const granted =
    kind === 'space'
      ? sql`COALESCE(v.spaces ->> ${row}.id, v.collections ->> ${row}.parent_id)`
      : sql`v.collections ->> ${row}.id`;
  const byDefault =
    kind === 'space'
      ? sql`CASE WHEN ${row}.default_level = 'inherit' THEN (v.defaults ->> ${row}.parent_id)::int
          ELSE COALESCE(${levelOfRoleSql(sql`${row}.default_level`)}, ${noAccess}) END`
      : sql`(v.defaults ->> ${row}.id)::int`;
  return sql`(
    SELECT CASE WHEN m.role IS NULL THEN NULL WHEN m.role = ${adminLevel} THEN m.role
      WHEN m.granted IS NOT NULL THEN m.granted::int
      WHEN m.role = ${noAccess} THEN NULL
      ELSE NULLIF(COALESCE(m.by_default, m.role), ${noAccess}) END
    FROM (
      SELECT (v.roles ->> ${row}.organization_id)::int AS role, ${granted} AS granted,
        ${byDefault} AS by_default
      FROM ${levelMaps} v
    ) m)`;
}
