import type { PrismaTransaction } from '../../database/database.ts';
import { Prisma } from '../../database/generated/prisma/client.ts';
import { canonicalJson } from '../../lib/canonical-json.ts';
import { idOfText } from '../../lib/id.ts';
import type { Conflict } from '../content/merge/conflict.ts';
import { mapSides } from '../content/merge/merge-value.ts';

/**
 * Keeps the conflicts that a merge found with the change request; those that it had already keep
 * what was decided. Answers how many of all are not resolved.
 */
export async function recordConflicts(
  transaction: PrismaTransaction,
  changeRequestId: string,
  conflicts: readonly Conflict[],
  now: Date,
): Promise<number> {
  await transaction.changeRequestConflict.createMany({
    data: conflicts.map((conflict) => {
      const { base, ours, theirs, ...row } = conflictRow(changeRequestId, conflict);
      const values = { base: stored(base), ours: stored(ours), theirs: stored(theirs) };
      return { ...row, ...values, createdAt: now };
    }),
    skipDuplicates: true,
  });
  return transaction.changeRequestConflict.count({ where: { changeRequestId, resolution: null } });
}

/** A conflict as it is kept; its id is the same whenever it is found. */
export function conflictRow(changeRequestId: string, conflict: Conflict) {
  const { id: subjectId, base, ours, theirs, ...row } = conflict;
  const values = mapSides({ base, ours, theirs }, (value) => (value ?? null) as JsonValue);
  const text = canonicalJson([changeRequestId, conflict]);
  return {
    ...row,
    id: idOfText('ChangeRequestConflict', text),
    changeRequestId,
    subjectId,
    ...values,
  };
}

type JsonValue = Prisma.JsonValue;

function stored(value: JsonValue) {
  return value ?? Prisma.DbNull;
}
