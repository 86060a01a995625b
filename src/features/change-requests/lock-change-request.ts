import type { Viewer } from '../../auth/viewer.ts';
import type { ChangeRequest, Revision } from '../../database/generated/prisma/client.ts';
import { storedFieldsSql } from '../../database/columns.ts';
import { sql, type PrismaTransaction } from '../../database/database.ts';
import { conflict, notFound } from '../../errors.ts';
import type { Sides } from '../content/merge/merge-value.ts';
import { inOrder, revisionsQuery } from '../content/store/revisions-by-id.ts';
import { lockSpaceAndRead } from '../spaces/lock-space-for.ts';
import { headOfSpaceSql } from '../spaces/space-sql.ts';

/** A change request that stays as it is until the transaction ends. */
export interface LockedChangeRequest {
  changeRequest: ChangeRequest;
  /** Its own content, the primary content, and the revision that both were made from. */
  revisions: Sides<Revision>;
}

/** What a change request is held for. */
interface Purpose {
  /** Allows it to the viewer. */
  flag: 'edit' | 'review' | 'merge';
  /** What is to be done, e.g. `be merged`. */
  action: string;
}

/**
 * Holds a change request that still takes changes of its content, for something that a flag still
 * allows the viewer. Whatever changes a change request or the primary content holds the space, so
 * both stay as they are read.
 *
 * @throws what lockSpaceFor throws, NOT_FOUND when it is gone, CONFLICT when merged or archived
 */
export async function lockChangeRequest(
  transaction: PrismaTransaction,
  viewer: Viewer,
  { id, spaceId }: Pick<ChangeRequest, 'id' | 'spaceId'>,
  { flag, action }: Purpose,
): Promise<LockedChangeRequest> {
  const lock = { id: spaceId, flag };
  const { space, rows } = await lockSpaceAndRead(transaction, viewer, lock, [
    sql`SELECT ${storedFieldsSql('ChangeRequest', 'c')} FROM change_requests c WHERE c.id = ${id}`,
    revisionsQuery(sql`
      SELECT unnest(ARRAY[COALESCE(c.revision_merged_ancestor_id, c.revision_initial_id),
        c.revision_id, ${headOfSpaceSql(sql`c.space_id`)}])
      FROM change_requests c WHERE c.id = ${id}`),
  ]);
  const [[changeRequest] = [], revisions = []] = rows as [ChangeRequest[]?, Revision[]?];
  if (!changeRequest) throw notFound('change request', id);
  const { number, status, revisionId, revisionInitialId, revisionMergedAncestorId } = changeRequest;
  if (status === 'merged') {
    throw conflict(`The change request ${number} is merged already, so it cannot ${action}.`);
  }
  if (status === 'archived') {
    throw conflict(`The change request ${number} is archived: open it again, so it can ${action}.`);
  }
  const [base, ours, theirs] = inOrder(revisions, [
    revisionMergedAncestorId ?? revisionInitialId,
    revisionId,
    space.revisionId,
  ]);
  return { changeRequest, revisions: { base, ours, theirs } };
}
