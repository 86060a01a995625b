// The nested query: a statement for each level, rows of all parents at once.
import { hasAccess, isVisible, seesSection, seesSite } from '../../access-rule.ts';
import { isoTime, json, query, sets, type Row, type Variables } from './database.ts';

const levels = {
  organization: `${sets} SELECT id, title FROM organizations
    WHERE id = $2 AND id IN (SELECT organization_id FROM memberships)`,
  sites: `${sets} SELECT 1, s.id, s.title, ${isoTime('s.created_at')} FROM sites s
    WHERE s.organization_id = $2 AND ${seesSite} ORDER BY s.created_at, s.id LIMIT 6`,
  sections: `${sets} ${perParent(`
    SELECT c.id, c.title, c.position FROM site_sections c JOIN sites s ON s.id = c.site_id
    WHERE c.site_id = p.id AND ${seesSection} ORDER BY c.position, c.id LIMIT 5`)}`,
  siteSpaces: `${sets} ${perParent(`
    SELECT i.id, i.path, i.position, x.id AS space_id, x.title, ${hasAccess('x')} AS has_access
    FROM site_spaces i JOIN spaces x ON x.id = i.space_id
    WHERE i.section_id = p.id AND x.deleted_at IS NULL AND ${isVisible('x')}
    ORDER BY i.position, i.id LIMIT 4`)}`,
  changeRequests: perParent(
    `SELECT id, number, subject, upper(status), ${isoTime('created_at')} FROM change_requests
    WHERE space_id = p.id ORDER BY change_requests.created_at DESC, id DESC LIMIT 6`,
    '$1',
  ),
  comments: perParent(
    `SELECT id, markdown, ${isoTime('posted_at')}, posted_by_id FROM comments
    WHERE change_request_id = p.id ORDER BY comments.posted_at DESC, id DESC LIMIT 4`,
    '$1',
  ),
  users: 'SELECT id, display_name FROM users WHERE id = ANY($1)',
};

/** Rows of each parent in an array of ids, with the number of the parent first. */
function perParent(child: string, ids = '$2'): string {
  return `SELECT p.number::int, child.* FROM unnest(${ids}::text[]) WITH ORDINALITY p(id, number)
    CROSS JOIN LATERAL (${child}) child ORDER BY p.number`;
}

/** Rows by the number of their parent, each with its first columns cut off. */
function groupRows(rows: readonly Row[], count: number): Row[][] {
  const groups = Array.from({ length: count }, (): Row[] => []);
  for (const row of rows) groups[Number(row[0]) - 1]?.push(row);
  return groups;
}

/** JSON of a connection: rows up to a limit, of which one more was read. */
function connection(
  rows: readonly Row[],
  limit: number,
  node: (row: Row) => string,
  sortKey: number,
): string {
  const shown = rows.slice(0, limit);
  const last = shown.at(-1);
  const endCursor = last === undefined ? 'null' : json(`${last[sortKey]}_${last[1]}`);
  return `{"edges":[${shown.map((row) => `{"node":${node(row)}}`).join(',')}],"pageInfo":{"hasNextPage":${rows.length > limit},"endCursor":${endCursor}}}`;
}

/** Answers the nested query. */
export async function nested(viewer: string, { id }: Variables): Promise<string> {
  const [[organization], sites] = await Promise.all([
    query('n-organization', levels.organization, [viewer, id]),
    query('n-sites', levels.sites, [viewer, id]),
  ]);
  if (organization === undefined) return '{"data":{"organization":null}}';
  const below = async (
    name: keyof typeof levels,
    ids: readonly unknown[],
    values: readonly unknown[] = [viewer],
  ) => groupRows(await query(`n-${name}`, levels[name], [...values, ids]), ids.length);
  const shown = (groups: readonly Row[][], limit: number) =>
    groups.flatMap((rows) => rows.slice(0, limit));

  const sections = await below(
    'sections',
    sites.slice(0, 5).map((row) => row[1]),
  );
  const siteSpaces = await below(
    'siteSpaces',
    shown(sections, 4).map((row) => row[1]),
  );
  const spaceIds = shown(siteSpaces, 3).map((row) => (row[6] === true ? row[4] : ''));
  const changeRequests = await below('changeRequests', spaceIds, []);
  const comments = await below(
    'comments',
    shown(changeRequests, 5).map((row) => row[1]),
    [],
  );
  const userIds = [...new Set(shown(comments, 3).map((row) => row[4]))];
  const users = new Map(
    (await query('n-users', levels.users, [userIds])).map(([userId = null, name = null]) => [
      userId,
      `{"id":${json(userId)},"displayName":${json(name)}}`,
    ]),
  );

  const next = { sections: 0, siteSpaces: 0, changeRequests: 0, comments: 0 };
  const commentJson = (row: Row) =>
    `{"id":${json(row[1])},"body":{"markdown":${json(row[2])}},"postedAt":"${row[3]}","postedBy":${users.get(row[4] ?? null)}}`;
  const changeRequestJson = (row: Row) =>
    `{"id":${json(row[1])},"number":${row[2]},"subject":${json(row[3])},"status":"${row[4]}","createdAt":"${row[5]}","comments":${connection(comments[next.comments++] ?? [], 3, commentJson, 3)}}`;
  const siteSpaceJson = (row: Row) =>
    `{"id":${json(row[1])},"path":${json(row[2])},"space":{"id":${json(row[4])},"title":${json(row[5])},"changeRequests":${connection(changeRequests[next.changeRequests++] ?? [], 5, changeRequestJson, 5)}}}`;
  const sectionJson = (row: Row) =>
    `{"id":${json(row[1])},"title":${json(row[2])},"siteSpaces":${connection(siteSpaces[next.siteSpaces++] ?? [], 3, siteSpaceJson, 3)}}`;
  const siteJson = (row: Row) =>
    `{"id":${json(row[1])},"title":${json(row[2])},"createdAt":"${row[3]}","sections":${connection(sections[next.sections++] ?? [], 4, sectionJson, 3)}}`;
  return `{"data":{"organization":{"id":${json(organization[0])},"title":${json(organization[1])},"sites":${connection(sites, 5, siteJson, 3)}}}}`;
}
