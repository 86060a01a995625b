import type { PrismaTransaction } from '../../../database/database.ts';
import type { Revision } from '../../../database/generated/prisma/client.ts';
import type { Conflict } from '../../../revisions/merge/conflict.ts';
import { changesOf } from '../../../revisions/merge/merge-content.ts';
import { mergeRevisions } from '../../../revisions/merge/merge-revisions.ts';
import { contentStoreOf } from '../../../revisions/store/content-reader.ts';
import {
  writeDetachedRevision,
  writeRevision,
  type Authorship,
  type ContentChanges,
  type BranchHead,
} from '../../../revisions/store/write-revision.ts';

/** The result of changes to an earlier revision. */
export interface OntoHead {
  /** The new head of the branch. */
  revision: Revision;
  /** The earlier revision with the changes alone: the head, or a detached revision. */
  incoming: Revision;
  /** Values that both sides changed differently. */
  conflicts: Conflict[];
}

/**
 * Writes changes of an earlier revision to the head of a branch, merged with the changes since. In
 * a conflict, the incoming value wins. The caller must move the head.
 *
 * @throws CONFLICT if the merged content exceeds a limit
 */
export async function writeOntoHead(
  transaction: PrismaTransaction,
  { tip, base, changes }: { tip: BranchHead; base: Revision; changes: ContentChanges },
  authorship: Authorship,
): Promise<OntoHead> {
  if (base.id === tip.head.id) {
    const revision = await writeRevision(transaction, tip, changes, authorship);
    return { revision, incoming: revision, conflicts: [] };
  }
  const incoming = await writeDetachedRevision(transaction, base, changes, authorship);
  const merged = await mergeRevisions(contentStoreOf(transaction), {
    ...{ base, ours: incoming, theirs: tip.head },
  });
  const { git } = changes;
  const mergedChanges = { ...changesOf(merged, 'theirs'), ...(git && { git }) };
  const revision = await writeRevision(transaction, tip, mergedChanges, authorship);
  return { revision, incoming, conflicts: merged.conflicts };
}
