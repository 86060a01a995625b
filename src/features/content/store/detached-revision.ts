import type { PrismaTransaction } from '../../../database/database.ts';
import { newId } from '../../../lib/id.ts';
import { releaseContent, rootsOf } from './release-content.ts';
import type { Authorship, RevisionContent } from './write-revision.ts';

/**
 * Keeps content of a space as a revision on no branch: nobody comes upon it in the history.
 *
 * @param parentId the revision that it was made of
 * @returns its id
 */
export async function writeDetachedRevision(
  transaction: PrismaTransaction,
  spaceId: string,
  parentId: string,
  content: RevisionContent,
  { authorId, now }: Authorship,
): Promise<string> {
  const id = newId('Revision');
  await transaction.revision.create({
    data: {
      ...{ id, spaceId, type: 'computed', parentIds: [parentId], ...content },
      createdById: authorId,
      createdAt: now,
    },
  });
  return id;
}

/** Deletes a revision that is on no branch; others stay. */
export async function deleteDetachedRevision(
  transaction: PrismaTransaction,
  id: string,
): Promise<void> {
  const revision = await transaction.revision.findFirst({ where: { id, branchId: null } });
  if (!revision) return;
  await transaction.revision.delete({ where: { id } });
  await releaseContent(transaction, rootsOf(revision));
}
