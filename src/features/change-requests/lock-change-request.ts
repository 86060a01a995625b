import type { Viewer } from '../../auth/viewer.ts';
import type { ChangeRequest, Revision } from '../../database/generated/prisma/client.ts';
import { storedFieldsSql } from '../../database/columns.ts';
import { sql, type PrismaTransaction } from '../../database/database.ts';
import { conflict, notFound } from '../../errors.ts';
import type { Sides } from '../../revisions/merge/merge-value.ts';
import { inOrderOfIds, revisionsQuery } from '../../revisions/store/revisions-by-id.ts';
import { lockSpaceAndRead } from '../spaces/lock-space-authorized.ts';
import {
  isChangeRequestSql,
  requireOtherCreator,
  type ChangeRequestRef,
} from './change-request-access.ts';
import { openConflictsQuery } from './conflict-rows.ts';
import { headOfSpaceSql } from '../spaces/space-sql.ts';

/** A change request that is locked until the transaction ends. */
export interface LockedChangeRequest {
  changeRequest: ChangeRequest;
  /** Its content, the primary content, and their merge base. */
  revisions: Sides<Revision>;
  /** Number of its unresolved conflicts. */
  openConflicts: number;
}

/** The purpose of a lock. */
interface Purpose {
  /** The required permission. */
  flag: 'edit' | 'review' | 'merge';
  /** The action in messages, e.g. `be merged`. */
  action: string;
}

/**
 * Locks an editable change request, if the viewer has the permission. Every change of a change
 * request or of primary content locks the space, so neither can change afterwards.
 *
 * @throws the errors of lockSpaceAuthorized, NOT_FOUND when it does not exist, FORBIDDEN for a
 *   review of its creator, CONFLICT when merged or archived
 */
export async function lockChangeRequest(
  transaction: PrismaTransaction,
  viewer: Viewer,
  ref: ChangeRequestRef,
  { flag, action }: Purpose,
): Promise<LockedChangeRequest> {
  const lock = { id: ref.spaceId, flag };
  const isMeant = isChangeRequestSql(sql`c`, { ...ref, spaceId: sql`${ref.spaceId}` });
  const { space, rows } = await lockSpaceAndRead(transaction, viewer, lock, [
    sql`SELECT ${storedFieldsSql('ChangeRequest', 'c')} FROM change_requests c WHERE ${isMeant}`,
    revisionsQuery(sql`
      SELECT unnest(ARRAY[COALESCE(c.revision_merged_ancestor_id, c.revision_initial_id),
        c.revision_id, ${headOfSpaceSql(sql`c.space_id`)}])
      FROM change_requests c WHERE ${isMeant}`),
    openConflictsQuery(sql`(SELECT c.id FROM change_requests c WHERE ${isMeant})`),
  ]);
  const [[changeRequest] = [], revisions = [], [conflicts] = []] = rows as [
    ChangeRequest[]?,
    Revision[]?,
    { count: number }[]?,
  ];
  if (!changeRequest) throw notFound('change request', ref.changeRequestId);
  if (flag === 'review') requireOtherCreator(viewer, changeRequest);
  const { number, status, revisionId, revisionInitialId, revisionMergedAncestorId } = changeRequest;
  if (status === 'merged') {
    throw conflict(`The change request ${number} is merged already, so it cannot ${action}.`);
  }
  if (status === 'archived') {
    throw conflict(`The change request ${number} is archived: open it again, so it can ${action}.`);
  }
  const [base, ours, theirs] = inOrderOfIds(revisions, [
    revisionMergedAncestorId ?? revisionInitialId,
    revisionId,
    space.revisionId,
  ]);
  return { changeRequest, revisions: { base, ours, theirs }, openConflicts: conflicts?.count ?? 0 };
}
