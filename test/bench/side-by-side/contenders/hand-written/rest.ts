// Lists of the REST interface: one statement each for the rows and their number.
import { hasAccess, isVisible, seesSite } from '../../access-rule.ts';
import { isoTime, query, sets, type Row } from './database.ts';

const features = [
  ...['sites-public-visibility', 'sites-unlisted-visibility', 'sites-no-custom-domain'],
  ...['sites-basic-customization', 'sites-multivariant-site', 'sites-full-text-search'],
  ...['sites-page-feedback', 'sites-page-traffic-insights', 'sites-preview-deployments'],
  ...['sites-api-playground', 'sites-seo', 'sites-ads', 'sites-sections', 'sites-redirects'],
].map((id) => ({
  ...{ id, plan: 'basic', frozen: false },
  ...(id === 'sites-basic-customization' && { customizations: ['header-logo', 'theme-preset'] }),
}));

const siteList = `${sets} SELECT s.id, s.type, s.title, s.visibility, s.published,
    ${isoTime('s.created_at')}, s.adaptive_content_enabled, s.agents_context, s.organization_id,
    (SELECT count(*)::int FROM site_spaces i JOIN spaces x ON x.id = i.space_id
      WHERE i.site_id = s.id AND x.deleted_at IS NULL AND ${isVisible('x')})
  FROM sites s WHERE s.organization_id = $2 AND ${seesSite}
  ORDER BY s.created_at, s.id LIMIT $3::int + 1`;
const siteCount = `${sets} SELECT count(*)::int FROM sites s
  WHERE s.organization_id = $2 AND ${seesSite}`;

const knownEmail = `CASE WHEN u.id = $1 OR EXISTS (SELECT FROM members o
    JOIN memberships m ON m.organization_id = o.organization_id WHERE o.user_id = u.id)
  THEN u.email END`;
const requests = `change_requests r JOIN spaces x ON x.id = r.space_id
  WHERE x.id = $2 AND ${hasAccess('x')} AND r.status = 'open'`;
const requestList = `${sets} SELECT r.id, r.number, r.subject, u.id, u.display_name, ${knownEmail},
    ${isoTime('r.created_at')}, ${isoTime('r.updated_at')}, r.revision_id, r.revision_initial_id,
    (SELECT count(*)::int FROM comments k WHERE k.change_request_id = r.id AND k.status = 'open'),
    x.revision_id <> coalesce(r.revision_merged_ancestor_id, r.revision_initial_id),
    x.organization_id
  FROM (SELECT r.*, x.organization_id, x.revision_id AS head FROM ${requests}
    ORDER BY r.created_at DESC, r.id DESC LIMIT $3::int + 1) r
    JOIN spaces x ON x.id = r.space_id LEFT JOIN users u ON u.id = r.created_by_id
  ORDER BY r.created_at DESC, r.id DESC`;
const requestCount = `${sets} SELECT count(*)::int FROM ${requests}`;

/** Body of a list of an organization's sites. */
export async function listSitesV1(
  viewer: string,
  organizationId: string,
  limit: number,
  base: string,
) {
  const [rows, [count]] = await Promise.all([
    query('v1-sites', siteList, [viewer, organizationId, limit]),
    query('v1-sites-count', siteCount, [viewer, organizationId]),
  ]);
  return pageOf(rows, limit, count, (row) => {
    const [id, type, title, visibility, published, createdAt, enabled, agentsContext] = row;
    const [siteOrganizationId, siteSpaces] = row.slice(8);
    return {
      ...{ object: 'site', id, type, title, visibility, published, siteSpaces, createdAt },
      adaptiveContent: { enabled },
      ads: { status: 'pending', submittable: false },
      ...{ agentsContext, features },
      urls: {
        location: `${base}/v1/orgs/${siteOrganizationId}/sites/${id}`,
        app: `${base}/o/${siteOrganizationId}/sites/${id}`,
        ...(published === true && { published: `${base}/s/${id}` }),
      },
    };
  });
}

/** Body of a list of a space's open change requests. */
export async function listChangeRequestsV1(
  viewer: string,
  spaceId: string,
  limit: number,
  base: string,
) {
  const [rows, [count]] = await Promise.all([
    query('v1-requests', requestList, [viewer, spaceId, limit]),
    query('v1-requests-count', requestCount, [viewer, spaceId]),
  ]);
  return pageOf(rows, limit, count, (row) => {
    const [id, number, subject, userId, displayName, email, createdAt, updatedAt] = row;
    const [revision, revisionInitial, comments, outdated, organizationId] = row.slice(8);
    return {
      ...{ object: 'change-request', id, number, status: 'open', subject },
      createdBy: {
        ...{ object: 'user', id: userId, displayName },
        ...(email !== null && { email }),
        urls: { location: `${base}/v1/users/${userId}` },
      },
      ...{ createdAt, updatedAt, revision, revisionInitial, comments, outdated },
      urls: {
        app: `${base}/o/${organizationId}/s/${spaceId}/changes/${number}`,
        location: `${base}/v1/spaces/${spaceId}/change-requests/${id}`,
      },
    };
  });
}

function pageOf(
  rows: readonly Row[],
  limit: number,
  count: Row | undefined,
  item: (row: Row) => object,
) {
  const last = rows[limit - 1];
  return {
    ...(rows.length > limit && { next: { page: `${last?.[5]}_${last?.[0]}` } }),
    count: count?.[0] ?? 0,
    items: rows.slice(0, limit).map(item),
  };
}
