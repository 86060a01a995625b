import type { Context } from '../../context.ts';
import type { PrismaTransaction } from '../../database/database.ts';
import type { Revision } from '../../database/generated/prisma/client.ts';
import { revisionsById } from '../content/store/revisions-by-id.ts';
import { advanceSpace } from '../spaces/advance-space.ts';
import { lockEditableSpace } from '../spaces/lock-editable-space.ts';
import { findSpace } from '../spaces/space-access.ts';
import { findChangeRequest } from './change-request-access.ts';
import { lockChangeRequest } from './lock-change-request.ts';
import { recordContribution } from './record-contribution.ts';

/** A change request of a space, by id or number; without one, the primary content. */
export interface BranchRef {
  spaceId: string;
  changeRequestId?: string | null | undefined;
}

/** Content that the viewer may edit. */
export interface Branch {
  /** Of the change request, or of the space. */
  id: string;
  spaceId: string;
  /** Its revision as it is read; it may move on until the branch is held. */
  headId: string;
  /**
   * Holds it until the transaction ends, for the viewer, if they still may edit it.
   *
   * @throws NOT_FOUND, FORBIDDEN, CONFLICT when it takes no edits
   */
  lock(transaction: PrismaTransaction): Promise<{
    head: Revision;
    /** Of a change request: the revision of the primary content from which a merge starts. */
    base?: Revision;
    /** Of a change request: the id of the primary revision that it began with. */
    initialId?: string;
  }>;
  /** Moves its head on to what the viewer made of it. */
  advance(
    transaction: PrismaTransaction,
    step: { from: Revision; to: Revision; now: Date },
  ): Promise<void>;
}

/**
 * The content that a reference names, to be edited.
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
      advanceSpace(transaction, { spaceId, from: from.id, to: to.id, now }),
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
