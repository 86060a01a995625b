import type { Context } from '../../context.ts';
import { conflict } from '../../errors.ts';
import {
  importDocsFolder,
  type DocsFolderImport,
  type ImportResult,
} from '../content/import/import-docs-folder.ts';
import { loadHead } from '../content/load-head.ts';
import { findChangeRequest, type ChangeRequestRef } from './change-request-access.ts';

/**
 * Makes the content of a change request that of a documentation folder. The viewer becomes one of
 * its contributors.
 *
 * @throws NOT_FOUND, FORBIDDEN below `edit`, CONFLICT when it is merged or archived, or when
 *   somebody else changed its content meanwhile
 */
export async function importIntoChangeRequest(
  context: Context,
  ref: ChangeRequestRef,
  input: Pick<DocsFolderImport, 'folder' | 'source' | 'onProgress'>,
): Promise<ImportResult> {
  const changeRequest = await findChangeRequest(context, ref, 'edit');
  const { id, revisionId } = changeRequest;
  const base = await loadHead(context, changeRequest);
  return importDocsFolder(context, {
    ...input,
    base,
    advance: async (transaction, revision) => {
      const now = context.now();
      const { count } = await transaction.changeRequest.updateMany({
        where: { id, revisionId, status: { in: ['draft', 'open'] } },
        data: { revisionId: revision.id, updatedAt: now },
      });
      if (count === 0) throw conflict('The change request moved on, or takes no more edits.');
      const userId = context.viewer.id;
      await transaction.changeRequestContributor.upsert({
        where: { changeRequestId_userId: { changeRequestId: id, userId } },
        create: { changeRequestId: id, userId, edits: 1, updatedAt: now },
        update: { edits: { increment: 1 }, updatedAt: now },
      });
    },
  });
}
