// Smaller trees: one statement that builds the JSON.
import { hasAccess, isVisible, seesSection, seesSite } from '../../access-rule.ts';
import { query, sets, type Variables } from './database.ts';

/** SQL of a connection as JSON. */
function jsonConnection(rows: string, node: string, count?: string): string {
  return `json_build_object(${count === undefined ? '' : `'totalCount', (${count}), `}'edges', (
    SELECT coalesce(json_agg(json_build_object('node', json_build_object(${node}))), '[]')
    FROM (${rows}) t))`;
}

/** SQL of the tree of an organization's sites, with limits and counts of each level. */
function tree(limits: readonly [number, number, number, number], withCounts: boolean): string {
  const [siteLimit, sectionLimit, spaceLimit, requestLimit] = limits;
  const count = (from: string) => (withCounts ? `SELECT count(*) FROM ${from}` : undefined);
  const sites = `sites s WHERE s.organization_id = o.id AND ${seesSite}`;
  const sections = (site: string) => `site_sections c JOIN sites s ON s.id = c.site_id
    WHERE c.site_id = ${site} AND ${seesSection}`;
  const siteSpaces = (section: string) => `site_spaces i JOIN spaces x ON x.id = i.space_id
    WHERE i.section_id = ${section} AND x.deleted_at IS NULL AND ${isVisible('x')}`;
  const requests = (space: string) => `change_requests r
    WHERE r.space_id = ${space}.space_id AND ${space}.has_access`;
  const requestTree = jsonConnection(
    `SELECT r.id, r.subject FROM ${requests('a')}
      ORDER BY r.created_at DESC, r.id DESC LIMIT ${requestLimit}`,
    `'id', t.id, 'subject', t.subject`,
    count(requests('a')),
  );
  const spaceTitle = withCounts ? '' : `'title', a.title, `;
  const spaceTree = jsonConnection(
    `SELECT i.id, json_build_object('id', a.space_id, ${spaceTitle}'changeRequests', ${requestTree})
        AS space
      FROM (SELECT i.id, i.position, x.id AS space_id, x.title, ${hasAccess('x')} AS has_access
        FROM ${siteSpaces('c.id')} ORDER BY i.position, i.id LIMIT ${spaceLimit}) a,
      LATERAL (SELECT a.id, a.position) i ORDER BY i.position, i.id`,
    `'id', t.id, 'space', t.space`,
    count(siteSpaces('c.id')),
  );
  const sectionTitle = withCounts ? '' : `'title', t.title, `;
  const sectionTree = jsonConnection(
    `SELECT c.id, c.title, ${spaceTree} AS below
      FROM (SELECT c.* FROM ${sections('site.id')} ORDER BY c.position, c.id LIMIT ${sectionLimit}) c`,
    `'id', t.id, ${sectionTitle}'siteSpaces', t.below`,
    count(sections('site.id')),
  );
  const siteTree = jsonConnection(
    `SELECT site.id, site.title, ${sectionTree} AS below
      FROM (SELECT s.* FROM ${sites} ORDER BY s.created_at, s.id LIMIT ${siteLimit}) site`,
    `'id', t.id, 'title', t.title, 'sections', t.below`,
    count(sites),
  );
  const title = withCounts ? '' : `'title', o.title, `;
  return `${sets} SELECT json_build_object('data', json_build_object('organization', (
    SELECT json_build_object('id', o.id, ${title}'sites', ${siteTree}) FROM organizations o
    WHERE o.id = $2 AND o.id IN (SELECT organization_id FROM memberships))))::text`;
}

/** Statements of both trees. The parameters are the viewer and the organization. */
export const smallTree = tree([3, 2, 2, 2], false);
export const countedTree = tree([5, 4, 3, 5], true);

/** Answers the query of small limits. */
export async function small(viewer: string, { id }: Variables): Promise<string> {
  return String((await query('small', smallTree, [viewer, id]))[0]?.[0]);
}

/** Answers the query of counts. */
export async function counts(viewer: string, { id }: Variables): Promise<string> {
  return String((await query('counts', countedTree, [viewer, id]))[0]?.[0]);
}
