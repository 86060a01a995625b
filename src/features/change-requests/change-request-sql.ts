import { sql, type Sql } from '../../database/database.ts';

/** Selects the space of a change request; NULL if it does not exist. */
export function spaceOfChangeRequestSql(changeRequestId: Sql): Sql {
  return sql`(SELECT q.space_id FROM change_requests q WHERE q.id = ${changeRequestId})`;
}

/** Selects the head of a change request; NULL if it does not exist. */
export function headOfChangeRequestSql(changeRequestId: Sql): Sql {
  return sql`(SELECT q.revision_id FROM change_requests q WHERE q.id = ${changeRequestId})`;
}

/** The id of the change request that its id, or its number in a space, refers to. */
export function idOfReferenceSql(reference: Sql, spaceId: Sql): Sql {
  return sql`CASE WHEN ${reference} ~ '^[1-9][0-9]{0,9}$' THEN (
      SELECT q.id FROM change_requests q
      WHERE q.space_id = ${spaceId} AND q.number = ${reference}::bigint
    ) ELSE ${reference} END`;
}
