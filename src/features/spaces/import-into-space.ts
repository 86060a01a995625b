import type { Context } from '../../context.ts';
import { staleRevision } from '../../errors.ts';
import {
  importDocsFolder,
  type DocsFolderImport,
  type ImportResult,
} from '../content/import/import-docs-folder.ts';
import { loadHead } from '../content/load-head.ts';
import { moveSpaceHead } from './move-space-head.ts';
import { lockEditableSpace, lockedSpace } from './lock-editable-space.ts';
import { findSpace } from './space-access.ts';

/**
 * Replaces the primary content of a space by that of a documentation folder.
 *
 * @throws NOT_FOUND, FORBIDDEN below `edit`, CONFLICT when the space is deleted or locked, or the
 *   content changed meanwhile
 */
export async function importIntoSpace(
  context: Context,
  spaceId: string,
  input: Pick<DocsFolderImport, 'folder' | 'source' | 'stored'>,
): Promise<ImportResult> {
  const space = await findSpace(context, spaceId, 'edit');
  if (space.editMode === 'locked') throw lockedSpace();
  const head = await loadHead(context, space);
  return importDocsFolder(context, {
    ...input,
    tip: { branchId: spaceId, head },
    hold: async (transaction) => {
      const { id: revisionId } = await lockEditableSpace(transaction, context.viewer, spaceId);
      if (revisionId !== head.id) throw staleRevision(head.id, revisionId);
    },
    advance: (transaction, revision) =>
      moveSpaceHead(transaction, {
        spaceId,
        to: revision.id,
        now: revision.createdAt,
      }),
  });
}
