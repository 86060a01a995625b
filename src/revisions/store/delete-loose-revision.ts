import type { PrismaTransaction } from '../../database/database.ts';
import { releaseContent, rootsOf } from './release-content.ts';

/** Deletes a detached revision; revisions on a branch are kept. */
export async function deleteLooseRevision(
  transaction: PrismaTransaction,
  id: string,
): Promise<void> {
  const revision = await transaction.revision.findFirst({ where: { id, branchId: null } });
  if (!revision) return;
  await transaction.revision.delete({ where: { id } });
  await releaseContent(transaction, rootsOf(revision));
}
