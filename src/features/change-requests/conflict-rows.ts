import { sql, type PrismaTransaction } from '../../database/database.ts';
import type { Prisma } from '../../database/generated/prisma/client.ts';
import { canonicalJson } from '../../lib/canonical-json.ts';
import { idOfText } from '../../lib/id.ts';
import type { Conflict } from '../../revisions/merge/conflict.ts';
import { mapSides } from '../../revisions/merge/merge-value.ts';

/** Maximum number of conflicts that one statement inserts. */
const INSERT_ROWS_MAX = 1000;

/**
 * Stores the conflicts of a merge with the change request. Known conflicts keep their resolution.
 * Returns the number of all unresolved conflicts.
 */
export async function recordConflicts(
  transaction: PrismaTransaction,
  changeRequestId: string,
  conflicts: readonly Conflict[],
  now: Date,
): Promise<number> {
  for (let start = 0; start < conflicts.length; start += INSERT_ROWS_MAX) {
    const part = conflicts.slice(start, start + INSERT_ROWS_MAX);
    const rows = JSON.stringify(part.map((conflict) => conflictRow(changeRequestId, conflict)));
    // One JSON parameter for all rows: thousands of parameters would take most of a merge's time.
    await transaction.$executeRaw(sql`
      INSERT INTO change_request_conflicts
        (id, change_request_id, subject, subject_id, attribute, base, ours, theirs, stands, created_at)
      SELECT c.id, ${changeRequestId}::text, c.subject, c."subjectId", c.attribute,
        c.base, c.ours, c.theirs, c.stands, ${now}::timestamptz
      FROM json_to_recordset(${rows}::json) AS c(id text, subject text, "subjectId" text,
        attribute text, base json, ours json, theirs json, stands text)
      ON CONFLICT (id) DO NOTHING`);
  }
  return transaction.changeRequestConflict.count({ where: { changeRequestId, resolution: null } });
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
