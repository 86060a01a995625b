import { sql, type Sql } from '../database/database.ts';
import { childrenSql } from './nested-collections-sql.ts';

// The rule of level-sql.ts as sets of ids that a statement finds once, whatever it asks of how many
// rows. Statements that are run for a viewer begin with them; reach-sql.ts asks them.

/** The places and roles of all grants to a user and to their teams. */
export function grantsToSql(userId: Sql): Sql {
  return sql`SELECT g.space_id, g.collection_id, g.role FROM grants g WHERE g.user_id = ${userId}
    UNION ALL
    SELECT g.space_id, g.collection_id, g.role
    FROM team_members tm JOIN grants g ON g.team_id = tm.team_id WHERE tm.user_id = ${userId}`;
}

/**
 * The steps of a recursive statement to the collections on which something is granted, and to all
 * below them.
 *
 * @param grants a set of places
 */
export function grantedCollectionsSql(name: Sql, grants: Sql): Sql {
  return sql`SELECT g.collection_id AS id FROM ${grants} g WHERE g.collection_id IS NOT NULL
    UNION
    SELECT c.id FROM ${name} ${childrenSql(sql`${name}.id`)}`;
}

/** The same to the collections of organizations that give their members no access by default. */
export function closedCollectionsSql(name: Sql, organizationIds: Sql): Sql {
  return sql`SELECT c.id FROM collections c
    WHERE c.organization_id IN (${organizationIds}) AND c.default_level IS NULL
    UNION ALL
    SELECT c.id FROM ${name} ${childrenSql(sql`${name}.id`)}
    WHERE c.default_level = 'inherit'`;
}

/** The names of a viewer's sets in a statement that begins with them. */
export const viewerSets = {
  memberships: sql`viewer_memberships`,
  grants: sql`viewer_grants`,
  grantedCollections: sql`viewer_granted_collections`,
  closedCollections: sql`viewer_closed_collections`,
} as const;

/**
 * The sets of a viewer, each as a table of the `WITH RECURSIVE` of a statement, which may name
 * those before it.
 */
export function viewerSetsSql(viewerId: Sql): Sql[] {
  const { memberships, grants, grantedCollections, closedCollections } = viewerSets;
  const organizationIds = sql`SELECT m.organization_id FROM ${memberships} m`;
  return [
    sql`${memberships} AS MATERIALIZED (SELECT m.organization_id, m.role FROM members m
      WHERE m.user_id = ${viewerId} AND NOT m.disabled)`,
    sql`${grants} AS MATERIALIZED (${grantsToSql(viewerId)})`,
    sql`${grantedCollections} AS (${grantedCollectionsSql(grantedCollections, grants)})`,
    sql`${closedCollections} AS (${closedCollectionsSql(closedCollections, organizationIds)})`,
  ];
}
