// Writes: one statement that checks and writes.
import { randomBytes } from 'node:crypto';
import { levelOn } from '../../access-rule.ts';
import { isoTime, json, query, type Row, type Variables } from './database.ts';

const insertComment = `WITH target AS (
    SELECT x.id, r.id AS change_request_id, r.revision_id
    FROM spaces x JOIN change_requests r ON r.space_id = x.id
    WHERE x.id = $2 AND r.id = $3 AND x.deleted_at IS NULL AND ${levelOn('x')} >= 2
    FOR SHARE OF x)
  INSERT INTO comments (id, space_id, change_request_id, posted_by_id, posted_at, markdown, status,
    revision_id)
  SELECT $4, id, change_request_id, $1, now(), $5, 'open', revision_id FROM target
  RETURNING id, ${isoTime('posted_at')}, (SELECT display_name FROM users WHERE id = $1)`;
const updateRequest = `WITH target AS (
    SELECT x.id FROM spaces x WHERE x.id = $2 AND x.deleted_at IS NULL AND ${levelOn('x')} >= 3
    FOR NO KEY UPDATE OF x)
  UPDATE change_requests r SET subject = $4, updated_at = now() FROM target
  WHERE r.space_id = target.id AND r.id = $3
  RETURNING r.id, r.number, r.subject, upper(r.status), ${isoTime('r.updated_at')}`;

/** Adds a comment. */
export async function addComment(
  viewer: string,
  { spaceId, changeRequestId, markdown }: Variables,
): Promise<string> {
  const id = `cmt_${randomBytes(13).toString('hex').toUpperCase()}`;
  const values = [viewer, spaceId, changeRequestId, id, markdown];
  const row = writtenRow(await query('comment', insertComment, values));
  const postedBy = { id: viewer, displayName: row[2] };
  const comment = { id, body: { markdown }, postedAt: row[1], postedBy, status: 'OPEN' };
  return json({ data: { createComment: { comment } } });
}

/** Changes the subject of a change request. */
export async function editSubject(
  viewer: string,
  { spaceId, changeRequestId, subject }: Variables,
): Promise<string> {
  const values = [viewer, spaceId, changeRequestId, subject];
  const row = writtenRow(await query('edit', updateRequest, values));
  const [id, number, , status, updatedAt] = row;
  const changeRequest = { id, number, subject, status, updatedAt };
  return json({ data: { updateChangeRequest: { changeRequest } } });
}

/** @throws Error with status 404 if the viewer may not write there */
function writtenRow([row]: readonly Row[]): Row {
  if (row === undefined) throw Object.assign(new Error('Not found'), { statusCode: 404 });
  return row;
}
