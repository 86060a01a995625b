import { sql, type PrismaTransaction } from '../../database/database.ts';
import { executeLast } from '../../database/direct-transaction.ts';
import { updateSql } from '../../database/write-sql.ts';

interface Contribution {
  revisionId: string;
  /** Primary revision of the last update, if the edit changes it. */
  mergedAncestorId?: string | null;
  userId: string;
  now: Date;
}

/**
 * Moves a change request to a user's new revision, and counts the edit. The caller must lock the
 * change request.
 */
export async function recordContribution(
  transaction: PrismaTransaction,
  changeRequestId: string,
  { revisionId, mergedAncestorId, userId, now }: Contribution,
): Promise<void> {
  const changed = { revisionId, revisionMergedAncestorId: mergedAncestorId, updatedAt: now };
  await executeLast(transaction, updateSql('change_requests', { id: changeRequestId }, changed));
  await executeLast(
    transaction,
    sql`INSERT INTO change_request_contributors AS c
        (change_request_id, user_id, edits, updated_at)
      VALUES (${changeRequestId}, ${userId}, 1, ${now})
      ON CONFLICT (change_request_id, user_id)
        DO UPDATE SET edits = c.edits + 1, updated_at = excluded.updated_at`,
  );
}
