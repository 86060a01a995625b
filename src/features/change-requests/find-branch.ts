import type { Context } from '../../context.ts';
import type { PrismaTransaction } from '../../database/database.ts';
import type { Revision } from '../../database/generated/prisma/client.ts';
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

/** Content that was written: its owner, of which the other id is null, and its revision. */
export interface WrittenContent {
  space: string | null;
  changeRequest: string | null;
  revision: string;
}

/** A branch that is locked until the transaction ends, and that the viewer may edit. */
export interface LockedBranch {
  /** Id of the change request or the space. */
  id: string;
  head: Revision;
  /** Merge base of a change request, in the primary content. */
  base?: Revision;
  /** Id of the primary revision that a change request started from. */
  initialId?: string;
  /** Returns the content of the branch at a revision, for a response. */
  at(revision: Revision): WrittenContent;
  /** Moves the head to a new revision by the viewer. */
  advance(step: { to: Revision; now: Date }): Promise<void>;
}

/**
 * Returns the id of a branch's head, which may change until the branch is locked.
 *
 * @throws NOT_FOUND, FORBIDDEN below `edit`, CONFLICT when the space is deleted
 */
export async function findHead(
  context: Context,
  { spaceId, changeRequestId }: BranchRef,
): Promise<string> {
  const { revisionId } =
    changeRequestId == null
      ? await findSpace(context, spaceId, 'edit')
      : await findChangeRequest(context, { spaceId, changeRequestId }, 'edit');
  return revisionId;
}

/**
 * Locks a branch until the transaction ends, if the viewer may edit it.
 *
 * @throws NOT_FOUND, FORBIDDEN, CONFLICT when it is not editable
 */
export async function lockBranch(
  { viewer }: Pick<Context, 'viewer'>,
  transaction: PrismaTransaction,
  { spaceId, changeRequestId }: BranchRef,
): Promise<LockedBranch> {
  if (changeRequestId == null) {
    return {
      id: spaceId,
      head: await lockEditableSpace(transaction, viewer, spaceId),
      at: ({ id }) => ({ space: spaceId, changeRequest: null, revision: id }),
      advance: ({ to, now }) => moveSpaceHead(transaction, { spaceId, to: to.id, now }),
    };
  }
  const ref = { spaceId, changeRequestId };
  const purpose = { flag: 'edit', action: 'be edited' } as const;
  const { changeRequest, revisions } = await lockChangeRequest(transaction, viewer, ref, purpose);
  const { id, revisionInitialId: initialId } = changeRequest;
  return {
    id,
    head: revisions.ours,
    base: revisions.base,
    initialId,
    at: (revision) => ({ space: null, changeRequest: id, revision: revision.id }),
    advance: ({ to, now }) =>
      recordContribution(transaction, id, {
        revisionId: to.id,
        mergedAncestorId: to.mergeBaseId === initialId ? null : to.mergeBaseId,
        userId: viewer.id,
        now,
      }),
  };
}
