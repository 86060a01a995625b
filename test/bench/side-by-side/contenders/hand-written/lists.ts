// Lists and single rows: one statement each.
import { hasAccess, seesSite } from '../../access-rule.ts';
import { isoTime, json, query, sets, type Row, type Variables } from './database.ts';

const organization = `${sets} SELECT FROM memberships WHERE organization_id = $2`;
/** Statement of the sites of an organization $2. */
export const siteList = `${sets} SELECT s.id, s.title, ${isoTime('s.created_at')},
    (SELECT count(*)::int FROM sites s WHERE s.organization_id = $2 AND ${seesSite})
  FROM sites s WHERE s.organization_id = $2 AND ${seesSite}
  ORDER BY s.created_at, s.id LIMIT 51`;
const space = `space AS MATERIALIZED (SELECT x.id FROM spaces x WHERE x.id = $2 AND ${hasAccess('x')})`;
const requestColumns = `r.id, r.number, r.subject, upper(r.status), ${isoTime('r.created_at')}`;
const visibleSpace = `${sets}, ${space} SELECT FROM space`;
const requestList = `${sets}, ${space} SELECT ${requestColumns},
    (SELECT count(*)::int FROM change_requests WHERE space_id = (SELECT id FROM space))
  FROM change_requests r WHERE r.space_id = (SELECT id FROM space)
  ORDER BY r.created_at DESC, r.id DESC LIMIT 51`;
const requestPage = `${sets}, ${space} SELECT ${requestColumns} FROM change_requests r
  WHERE r.space_id = (SELECT id FROM space) AND (r.created_at, r.id) < ($3::timestamptz, $4)
  ORDER BY r.created_at DESC, r.id DESC LIMIT $5::int + 1`;
/** Statement of a change request $2. */
export const node = `${sets} SELECT ${requestColumns}, ${isoTime('r.updated_at')}, r.revision_id,
    r.revision_initial_id, r.revision_merged_ancestor_id, r.revision_merged_id
  FROM change_requests r JOIN spaces x ON x.id = r.space_id
  WHERE r.id = $2 AND ${hasAccess('x')}`;

const requestJson = ([id, number, subject, status, createdAt]: Row) => ({
  ...{ id, number, subject, status, createdAt },
});
const cursorOf = (time: Row[number] = null, id: Row[number] = null) =>
  Buffer.from(`${time}_${id}`).toString('base64url');

function pageOf(rows: readonly Row[], limit: number, item: (row: Row) => object, sortKey: number) {
  const edges = rows.slice(0, limit).map((row) => ({
    cursor: cursorOf(row[sortKey], row[0]),
    node: item(row),
  }));
  return {
    edges,
    pageInfo: { hasNextPage: rows.length > limit, endCursor: edges.at(-1)?.cursor ?? null },
  };
}

/** Answers the list of an organization's sites. */
export async function listSites(viewer: string, { id }: Variables): Promise<string> {
  const rows = await query('sites', siteList, [viewer, id]);
  if (rows.length === 0 && (await query('organization', organization, [viewer, id])).length === 0) {
    return '{"data":{"organization":null}}';
  }
  const page = pageOf(rows, 50, (row) => ({ id: row[0], title: row[1], createdAt: row[2] }), 2);
  return json({ data: { organization: { sites: { totalCount: rows[0]?.[3] ?? 0, ...page } } } });
}

/** Whether a viewer sees a space; asked only where its list is empty. */
async function seesSpace(viewer: string, id: string | undefined): Promise<boolean> {
  return (await query('space', visibleSpace, [viewer, id])).length > 0;
}

/** Answers the list of a space's change requests. */
export async function listChangeRequests(viewer: string, { id }: Variables): Promise<string> {
  const rows = await query('requests', requestList, [viewer, id]);
  if (rows.length === 0 && !(await seesSpace(viewer, id))) return '{"data":{"space":null}}';
  const totalCount = rows[0]?.[5] ?? 0;
  return json({
    data: { space: { changeRequests: { totalCount, ...pageOf(rows, 50, requestJson, 4) } } },
  });
}

/** Answers a page after a cursor. */
export async function readPage(viewer: string, { id, after, first }: Variables): Promise<string> {
  const text = Buffer.from(after ?? '', 'base64url').toString();
  const [time = 'infinity', lastId = ''] = text === '' ? [] : text.split(/_(.*)/s);
  const limit = Number(first);
  const rows = await query('page', requestPage, [viewer, id, time, lastId, limit]);
  if (rows.length === 0 && !(await seesSpace(viewer, id))) return '{"data":{"space":null}}';
  return json({ data: { space: { changeRequests: pageOf(rows, limit, requestJson, 4) } } });
}

/** Answers one change request. */
export async function readNode(viewer: string, { id }: Variables): Promise<string> {
  const [row] = await query('node', node, [viewer, id]);
  if (row === undefined) return '{"data":{"node":null}}';
  const [updatedAt, revisionId, revisionInitialId, revisionMergedAncestorId, revisionMergedId] =
    row.slice(5);
  return json({
    data: {
      node: {
        ...requestJson(row),
        ...{ updatedAt, revisionId, revisionInitialId },
        ...{ revisionMergedAncestorId, revisionMergedId },
      },
    },
  });
}
