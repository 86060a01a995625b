import { z } from 'zod';
import type { Context } from '../../context.ts';
import type { PrismaTransaction } from '../../database/database.ts';
import type { Revision } from '../../database/generated/prisma/client.ts';
import { badField } from '../../errors.ts';
import { contentId } from '../content/edit/content-change.ts';
import { revisionsById } from '../content/store/revisions-by-id.ts';
import { restoreRevision } from '../content/store/write-revision.ts';
import { findBranch, type BranchRef } from './find-branch.ts';
import { findRevision, requireHead } from './find-revision.ts';

/** What is restored, and over what. */
export const contentRollback = z.object({
  revision: contentId,
  expectedRevision: contentId.optional(),
});

/**
 * Makes the content of a change request, or the primary content of a space, what it was at an
 * earlier revision, as a new one: history stays. Pages come back with the times that they had. The
 * primary content goes back to a revision of its own, a change request also to one of the primary
 * content. Where the content is that already, nothing is written.
 *
 * @throws NOT_FOUND, FORBIDDEN below `edit`, BAD_USER_INPUT for a revision that is not of that
 *   history, STALE_REVISION, CONFLICT when the branch takes no edits
 */
export async function rollBackContent(
  context: Context,
  ref: BranchRef,
  { revision: id, expectedRevision }: z.output<typeof contentRollback>,
): Promise<{ ref: BranchRef; revision: Revision }> {
  const branch = await findBranch(context, ref);
  return context.writeInTurn(branch.spaceId, async (transaction) => {
    const { head, base, initialId } = await branch.lock(transaction);
    requireHead(head, expectedRevision);
    const path = ['input', 'revision'];
    const target = await findRevision(transaction, branch.spaceId, id, path);
    if (target.branchId !== branch.id && target.branchId !== branch.spaceId) {
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
      await branch.advance(transaction, { from: head, to: revision, now });
    }
    return { ref, revision };
  });
}

/**
 * From where a change request is merged when it is at a revision again. Otherwise a merge would
 * take back what others wrote: an update that is rolled back has not been made, be it to primary
 * content of before, and a later state of the primary content is taken in. Only what is older than
 * all that the change request was made from is proposed as a change.
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
