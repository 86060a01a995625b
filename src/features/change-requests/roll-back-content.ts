import { z } from 'zod';
import { writeChecked, type Context } from '../../context.ts';
import type { PrismaTransaction } from '../../database/database.ts';
import type { Revision } from '../../database/generated/prisma/client.ts';
import { badField } from '../../errors.ts';
import { contentId } from '../content/edit/content-command.ts';
import { revisionsById } from '../../revisions/store/revisions-by-id.ts';
import { restoreRevision } from '../../revisions/store/write-revision.ts';
import { findHead, lockBranch, type BranchRef, type WrittenContent } from './find-branch.ts';
import { findRevision, requireHead } from './find-revision.ts';

/** The revision to restore, and the expected current one. */
export const contentRollback = z.object({
  revision: contentId,
  expectedRevision: contentId.optional(),
});

/**
 * Restores the content of a change request, or the primary content of a space, at an earlier
 * revision, as a new revision. Restored pages keep their times. Primary content can return to its
 * own revisions, a change request also to those of the primary content. Writes nothing if the
 * content is equal.
 *
 * @throws NOT_FOUND, FORBIDDEN below `edit`, BAD_USER_INPUT for a revision of another history,
 *   STALE_REVISION, CONFLICT when the branch is not editable
 */
export async function rollBackContent(
  context: Context,
  ref: BranchRef,
  { revision: id, expectedRevision }: z.output<typeof contentRollback>,
): Promise<WrittenContent> {
  const { spaceId } = ref;
  const work = async (transaction: PrismaTransaction) => {
    const branch = await lockBranch(context, transaction, ref);
    const { head, base, initialId } = branch;
    requireHead(head, expectedRevision);
    const path = ['input', 'revision'];
    const target = await findRevision(transaction, spaceId, id, path);
    if (target.branchId !== branch.id && target.branchId !== spaceId) {
      throw badField(path, `is not in the history of this content: ${JSON.stringify(id)}`);
    }
    const now = context.now();
    const revision = await restoreRevision(
      transaction,
      { branchId: branch.id, head },
      target,
      { authorId: context.viewer.id, now },
      base && initialId && (await mergeBaseAt(transaction, target, { base, initialId })),
    );
    if (revision.id !== head.id) {
      await branch.advance({ to: revision, now });
    }
    return branch.at(revision);
  };
  const check = () => findHead(context, ref);
  return writeChecked(context, check, () => context.writeInTurn(spaceId, work));
}

/**
 * Returns the merge base of a change request after a rollback. A wrong base would make a merge
 * revert the work of others. A rolled-back update counts as not made, and a later state of the
 * primary content counts as an update. Only content older than the initial revision is proposed as
 * a change.
 */
async function mergeBaseAt(
  transaction: PrismaTransaction,
  target: Revision,
  { base, initialId }: { base: Revision; initialId: string },
): Promise<string> {
  if (target.mergeBaseId !== null) return target.mergeBaseId;
  const [initial] = await revisionsById(transaction, [initialId]);
  return (target.generation ?? 0) < (initial.generation ?? 0) ? base.id : target.id;
}
