import { sql, type PrismaTransaction, type Sql } from '../../database/database.ts';
import { executeLast } from '../../database/direct-transaction.ts';
import type { Prisma } from '../../database/generated/prisma/client.ts';
import { canonicalJson } from '../../lib/canonical-json.ts';
import { idOfText } from '../../lib/id.ts';
import type { Conflict } from '../../revisions/merge/conflict.ts';
import { mapSides } from '../../revisions/merge/merge-value.ts';

/** Maximum number of conflicts that one statement inserts. */
const INSERT_ROWS_MAX = 1000;

/** Counts the unresolved conflicts of a change request. */
export function openConflictsQuery(changeRequestId: Sql): Sql {
  return sql`SELECT count(*)::int AS count FROM change_request_conflicts c
    WHERE c.change_request_id = ${changeRequestId} AND c.resolution IS NULL`;
}

/**
 * Stores the conflicts of a merge with a locked change request. Known conflicts keep their
 * resolution. Returns the number of all unresolved conflicts.
 *
 * @param openConflicts the number before
 */
export async function recordConflicts(
  transaction: PrismaTransaction,
  { id: changeRequestId, openConflicts }: { id: string; openConflicts: number },
  conflicts: readonly Conflict[],
  now: Date,
): Promise<number> {
  if (conflicts.length === 0) return openConflicts;
  for (let start = 0; start < conflicts.length; start += INSERT_ROWS_MAX) {
    const part = conflicts.slice(start, start + INSERT_ROWS_MAX);
    const rows = JSON.stringify(part.map((conflict) => conflictRow(changeRequestId, conflict)));
    // One JSON parameter for all rows: thousands of parameters would take most of a merge's time.
    const insert = sql`
      INSERT INTO change_request_conflicts
        (id, change_request_id, subject, subject_id, attribute, base, ours, theirs, stands, created_at)
      SELECT c.id, ${changeRequestId}::text, c.subject, c."subjectId", c.attribute,
        c.base, c.ours, c.theirs, c.stands, ${now}::timestamptz
      FROM json_to_recordset(${rows}::json) AS c(id text, subject text, "subjectId" text,
        attribute text, base json, ours json, theirs json, stands text)
      ON CONFLICT (id) DO NOTHING`;
    await executeLast(transaction, insert);
  }
  const query = openConflictsQuery(sql`${changeRequestId}`);
  const [counted] = await transaction.$queryRaw<{ count: number }[]>(query);
  return counted?.count ?? 0;
}

/** Converts a conflict to a row. Its id is derived from its content, so it never changes. */
export function conflictRow(changeRequestId: string, conflict: Conflict) {
  const { id: subjectId, base, ours, theirs, ...row } = conflict;
  const values = mapSides({ base, ours, theirs }, (value) => (value ?? null) as Prisma.JsonValue);
  const text = canonicalJson([changeRequestId, conflict]);
  return {
    ...row,
    id: idOfText('ChangeRequestConflict', text),
    changeRequestId,
    subjectId,
    ...values,
  };
}
