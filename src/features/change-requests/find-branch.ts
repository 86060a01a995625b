import type { Context } from '../../context.ts';
import type { PrismaTransaction } from '../../database/database.ts';
import type { Revision } from '../../database/generated/prisma/client.ts';
import { revisionsById } from '../../revisions/store/revisions-by-id.ts';
import { moveSpaceHead } from '../spaces/move-space-head.ts';
import { lockEditableSpace } from '../spaces/lock-editable-space.ts';
import { findSpace } from '../spaces/space-access.ts';
import { findChangeRequest } from './change-request-access.ts';
import { lockChangeRequest } from './lock-change-request.ts';
import { recordContribution } from './record-contribution.ts';

/** Identifies a change request of a space, by id or number; without one, the primary content. */
export interface BranchRef {
  spaceId: string;
  changeRequestId?: string | null | undefined;
}

/** A branch that the viewer may edit. */
export interface Branch {
  /** Id of the change request or the space. */
  id: string;
  spaceId: string;
  /** Head when it was read. It may change until the branch is locked. */
  headId: string;
  /**
   * Locks the branch until the transaction ends, if the viewer may still edit it.
   *
   * @throws NOT_FOUND, FORBIDDEN, CONFLICT when it is not editable
   */
  lock(transaction: PrismaTransaction): Promise<{
    head: Revision;
    /** Merge base of a change request, in the primary content. */
    base?: Revision;
    /** Id of the primary revision that a change request started from. */
    initialId?: string;
  }>;
  /** Moves the head to a new revision by the viewer. */
  advance(
    transaction: PrismaTransaction,
    step: { from: Revision; to: Revision; now: Date },
  ): Promise<void>;
}

/**
 * Returns the branch of a reference, for editing.
 *
 * @throws NOT_FOUND, FORBIDDEN below `edit`
 */
export async function findBranch(context: Context, ref: BranchRef): Promise<Branch> {
  const { spaceId, changeRequestId } = ref;
  return changeRequestId == null
    ? primaryContent(context, spaceId)
    : changeRequestContent(context, spaceId, changeRequestId);
}

async function primaryContent(context: Context, spaceId: string): Promise<Branch> {
  const { revisionId: headId } = await findSpace(context, spaceId, 'edit');
  return {
    id: spaceId,
    spaceId,
    headId,
    async lock(transaction) {
      const { revisionId } = await lockEditableSpace(transaction, context.viewer, spaceId);
      const [head] = await revisionsById(transaction, [revisionId]);
      return { head };
    },
    advance: (transaction, { from, to, now }) =>
      moveSpaceHead(transaction, { spaceId, from: from.id, to: to.id, now }),
  };
}

async function changeRequestContent(
  context: Context,
  spaceId: string,
  changeRequestId: string,
): Promise<Branch> {
  const changeRequest = await findChangeRequest(context, { spaceId, changeRequestId }, 'edit');
  const { viewer } = context;
  return {
    id: changeRequest.id,
    spaceId,
    headId: changeRequest.revisionId,
    async lock(transaction) {
      const { revisions } = await lockChangeRequest(transaction, viewer, changeRequest, {
        flag: 'edit',
        action: 'be edited',
      });
      return {
        head: revisions.ours,
        base: revisions.base,
        initialId: changeRequest.revisionInitialId,
      };
    },
    advance: (transaction, { to, now }) =>
      recordContribution(transaction, changeRequest.id, {
        revisionId: to.id,
        mergedAncestorId:
          to.mergeBaseId === changeRequest.revisionInitialId ? null : to.mergeBaseId,
        userId: viewer.id,
        now,
      }),
  };
}
