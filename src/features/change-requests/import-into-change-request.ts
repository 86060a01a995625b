import type { Context } from '../../context.ts';
import { staleRevision } from '../../errors.ts';
import {
  importDocsFolder,
  type DocsFolderImport,
  type ImportResult,
} from '../content/import/import-docs-folder.ts';
import { loadHead } from '../content/load-head.ts';
import { findChangeRequest, type ChangeRequestRef } from './change-request-access.ts';
import { lockChangeRequest } from './lock-change-request.ts';
import { recordContribution } from './record-contribution.ts';

/**
 * Replaces the content of a change request with a documentation folder. The viewer becomes a
 * contributor.
 *
 * @throws NOT_FOUND, FORBIDDEN below `edit`, CONFLICT when it is merged or archived, or when its
 *   content changed in the meantime
 */
export async function importIntoChangeRequest(
  context: Context,
  ref: ChangeRequestRef,
  input: Pick<DocsFolderImport, 'folder' | 'source' | 'onProgress'>,
): Promise<ImportResult> {
  const changeRequest = await findChangeRequest(context, ref, 'edit');
  const head = await loadHead(context, changeRequest);
  return importDocsFolder(context, {
    ...input,
    tip: { branchId: changeRequest.id, head },
    hold: async (transaction) => {
      const purpose = { flag: 'edit', action: 'take content' } as const;
      const locked = await lockChangeRequest(transaction, context.viewer, ref, purpose);
      const { ours: current } = locked.revisions;
      if (current.id !== head.id) throw staleRevision(head.id, current.id);
    },
    advance: (transaction, revision) => {
      const edit = { revisionId: revision.id, userId: context.viewer.id, now: context.now() };
      return recordContribution(transaction, changeRequest.id, edit);
    },
  });
}
