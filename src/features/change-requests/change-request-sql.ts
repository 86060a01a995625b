import { sql, type Sql } from '../../database/database.ts';

/** The space of a change request; NULL when there is no such change request. */
export function spaceOfChangeRequestSql(changeRequestId: Sql): Sql {
  return sql`(SELECT q.space_id FROM change_requests q WHERE q.id = ${changeRequestId})`;
}

/** The head of a change request's content; NULL when there is no such change request. */
export function headOfChangeRequestSql(changeRequestId: Sql): Sql {
  return sql`(SELECT q.revision_id FROM change_requests q WHERE q.id = ${changeRequestId})`;
}
