/**
 * The permission rule as a person would write it by hand: the viewer's sets once a statement, and
 * conditions that look rows up in them. `viewer` is the SQL of the viewer's id.
 */
export function viewerSets(viewer: string): string {
  return `memberships AS MATERIALIZED (
      SELECT organization_id, role FROM members WHERE user_id = ${viewer} AND NOT disabled
    ), granted AS (
      SELECT space_id, collection_id FROM grants WHERE user_id = ${viewer}
      UNION ALL SELECT g.space_id, g.collection_id
        FROM team_members t JOIN grants g ON g.team_id = t.team_id WHERE t.user_id = ${viewer}
    ), granted_collections AS (
      SELECT collection_id AS id FROM granted WHERE collection_id IS NOT NULL
      UNION SELECT c.id FROM granted_collections p JOIN collections c ON c.parent_id = p.id
    ), closed_collections AS (
      SELECT id FROM collections WHERE default_level IS NULL
        AND organization_id IN (SELECT organization_id FROM memberships)
      UNION ALL SELECT c.id FROM closed_collections p
        JOIN collections c ON c.parent_id = p.id AND c.default_level = 'inherit'
    )`;
}

/** Whether the viewer has access to a space, by its alias. */
export function hasAccess(space: string): string {
  const isMember = (condition: string) =>
    `${space}.organization_id IN (SELECT organization_id FROM memberships WHERE ${condition})`;
  return `(${isMember("role = 'admin'")}
      AND (${space}.deleted_at IS NULL OR ${space}.deleted_at > now() - interval '7 days')
    OR ${space}.deleted_at IS NULL AND (
      ${isMember('role IS NOT NULL')} AND (CASE WHEN ${space}.default_level = 'inherit'
        THEN ${space}.parent_id IS NULL
          OR ${space}.parent_id NOT IN (SELECT id FROM closed_collections)
        ELSE ${space}.default_level IS NOT NULL END)
      OR ${isMember('true')} AND (
        ${space}.id IN (SELECT space_id FROM granted WHERE space_id IS NOT NULL)
        OR ${space}.parent_id IN (SELECT id FROM granted_collections))))`;
}

/** Whether anybody sees a space, by its alias, on a public site. */
export function isPublic(space: string): string {
  return `(${space}.deleted_at IS NULL AND EXISTS (
    SELECT FROM site_spaces p JOIN sites s ON s.id = p.site_id
      LEFT JOIN site_sections c ON c.id = p.section_id
    WHERE p.space_id = ${space}.id AND s.published AND s.visibility IN ('public', 'unlisted')
      AND c.condition IS NULL AND p.condition IS NULL))`;
}

/** Whether the viewer sees a space: with access to it, or as anybody does. */
export function isVisible(space: string): string {
  return `(${hasAccess(space)} OR ${isPublic(space)})`;
}

/**
 * Whether the viewer sees a site or a section: members do, guests if one of its spaces is visible.
 *
 * @param siteSpaces condition on the site spaces `g` below it
 */
function isVisibleOnSite(organizationId: string, siteSpaces: string): string {
  return `(${organizationId} IN (SELECT organization_id FROM memberships WHERE role IS NOT NULL)
    OR ${organizationId} IN (SELECT organization_id FROM memberships) AND EXISTS (
      SELECT FROM site_spaces g JOIN spaces v ON v.id = g.space_id
      WHERE ${siteSpaces} AND v.deleted_at IS NULL AND ${isVisible('v')}))`;
}

/** Whether the viewer sees the site `s`, or the section `c` of it. */
export const seesSite: string = isVisibleOnSite('s.organization_id', 'g.site_id = s.id');
export const seesSection: string = isVisibleOnSite('s.organization_id', 'g.section_id = c.id');

/**
 * The viewer's level on a space as a number: 1 for read to 6 for admin. The viewer is $1. Without
 * levels that pass through collections, which no space of the data that is written to has.
 */
export function levelOn(space: string): string {
  const numberOf = (role: string) =>
    `array_position('{read,comment,edit,review,create,admin}'::text[], ${role})`;
  return `(SELECT CASE WHEN m.role = 'admin' THEN 6 ELSE greatest(
      (SELECT max(${numberOf('g.role')}) FROM grants g WHERE g.space_id = ${space}.id AND (
        g.user_id = $1 OR g.team_id IN (SELECT team_id FROM team_members WHERE user_id = $1))),
      ${numberOf(`CASE WHEN ${space}.default_level = 'inherit' THEN m.role
        ELSE ${space}.default_level END`)}) END
    FROM members m
    WHERE m.user_id = $1 AND m.organization_id = ${space}.organization_id AND NOT m.disabled)`;
}
