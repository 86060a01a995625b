import type { PrismaTransaction } from '../../../database/database.ts';
import type { Revision } from '../../../database/generated/prisma/client.ts';
import type { Conflict } from '../merge/conflict.ts';
import { changesOf } from '../merge/merge-content.ts';
import { mergeRevisions } from '../merge/merge-revisions.ts';
import { contentStoreOf } from '../store/content-reader.ts';
import {
  writeLooseRevision,
  writeRevision,
  type Authorship,
  type ContentChanges,
  type Tip,
} from '../store/write-revision.ts';

/** What changes of an earlier revision came to. */
export interface OntoHead {
  /** The head of the branch, with the changes. */
  revision: Revision;
  /** What the changes make of the earlier revision alone: the head, or a revision on no branch. */
  incoming: Revision;
  /** What both sides changed, and differently. */
  conflicts: Conflict[];
}

/**
 * Writes changes of an earlier revision at the end of a branch, merged with what was written since.
 * Where both changed the same, and differently, those that come in stand. Moving the head is the
 * caller's part.
 *
 * @throws CONFLICT when the merged content breaks a limit
 */
export async function writeOntoHead(
  transaction: PrismaTransaction,
  { tip, base, changes }: { tip: Tip; base: Revision; changes: ContentChanges },
  authorship: Authorship,
): Promise<OntoHead> {
  if (base.id === tip.head.id) {
    const revision = await writeRevision(transaction, tip, changes, authorship);
    return { revision, incoming: revision, conflicts: [] };
  }
  const incoming = await writeLooseRevision(transaction, base, changes, authorship);
  const merged = await mergeRevisions(contentStoreOf(transaction), {
    ...{ base, ours: incoming, theirs: tip.head },
  });
  const { git } = changes;
  const mergedChanges = { ...changesOf(merged, 'theirs'), ...(git && { git }) };
  const revision = await writeRevision(transaction, tip, mergedChanges, authorship);
  return { revision, incoming, conflicts: merged.conflicts };
}
