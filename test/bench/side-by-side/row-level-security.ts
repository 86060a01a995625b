import { hasAccess, isPublic, viewerSets } from './access-rule.ts';

/** A condition on rows in which the viewer's sets can be looked up. */
const withSets = (condition: string) =>
  `(${condition.replaceAll(
    /FROM (memberships|granted_collections|granted|closed_collections)\b/g,
    'FROM bench_$1()',
  )})`;

// Policies of the tables in a condition apply, too: a space that is found there is a visible one.
const existsSpace = (condition: string) =>
  `EXISTS (SELECT FROM spaces x WHERE ${condition} AND x.deleted_at IS NULL)`;
const isAccessibleSpace = (id: string) =>
  `EXISTS (SELECT FROM spaces x WHERE x.id = ${id} AND ${withSets(hasAccess('x'))})`;
const isOnSite = (organizationId: string, siteSpaces: string) =>
  withSets(`${organizationId} IN (SELECT organization_id FROM memberships WHERE role IS NOT NULL)
    OR ${organizationId} IN (SELECT organization_id FROM memberships) AND ${existsSpace(
      `x.id IN (SELECT g.space_id FROM site_spaces g WHERE ${siteSpaces})`,
    )}`);

const policies: Readonly<Record<string, string>> = {
  users: 'true',
  organizations: 'id IN (SELECT organization_id FROM bench_memberships())',
  sites: isOnSite('sites.organization_id', 'g.site_id = sites.id'),
  site_sections: isOnSite(
    '(SELECT s.organization_id FROM sites s WHERE s.id = site_sections.site_id)',
    'g.section_id = site_sections.id',
  ),
  site_spaces: existsSpace('x.id = site_spaces.space_id'),
  spaces: `${withSets(hasAccess('spaces'))} OR bench_is_public(spaces)`,
  change_requests: isAccessibleSpace('change_requests.space_id'),
  comments: isAccessibleSpace('comments.space_id'),
};

const sets = {
  memberships: 'organization_id text, role text',
  granted: 'space_id text, collection_id text',
  granted_collections: 'id text',
  closed_collections: 'id text',
};

/**
 * Statements that make the permission rule policies of the tables for the role bench_viewer, whose
 * viewer is the setting bench.viewer_id. The viewer's sets are functions, read once a statement.
 */
export const rowLevelSecurity: string = [
  'CREATE ROLE bench_viewer',
  'GRANT USAGE ON SCHEMA public TO bench_viewer',
  'GRANT SELECT ON ALL TABLES IN SCHEMA public TO bench_viewer',
  'GRANT bench_viewer TO CURRENT_USER',
  ...Object.entries(sets).map(
    ([name, columns]) => `CREATE FUNCTION bench_${name}() RETURNS TABLE (${columns})
      LANGUAGE sql STABLE SECURITY DEFINER AS $$
      WITH RECURSIVE ${viewerSets("current_setting('bench.viewer_id')")}
      SELECT * FROM ${name} $$`,
  ),
  `CREATE FUNCTION bench_is_public(x spaces) RETURNS boolean LANGUAGE sql STABLE SECURITY DEFINER
    AS $$ SELECT ${isPublic('x')} $$`,
  ...Object.entries(policies).flatMap(([table, condition]) => [
    `ALTER TABLE ${table} ENABLE ROW LEVEL SECURITY`,
    `CREATE POLICY bench_viewer ON ${table} FOR SELECT TO bench_viewer USING (${condition})`,
  ]),
].join(';\n');
