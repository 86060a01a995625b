import type { Context } from '../../context.ts';
import {
  importDocsFolder,
  type DocsFolderImport,
  type ImportResult,
} from '../content/import/import-docs-folder.ts';
import { loadHead } from '../content/load-head.ts';
import { advanceSpace } from './advance-space.ts';
import { lockEditableSpace, lockedSpace } from './lock-editable-space.ts';
import { findSpace } from './space-access.ts';

/**
 * Makes the primary content of a space that of a documentation folder.
 *
 * @throws NOT_FOUND, FORBIDDEN below `edit`, CONFLICT when the space is deleted or locked, or when
 *   somebody else changed the content meanwhile
 */
export async function importIntoSpace(
  context: Context,
  spaceId: string,
  input: Pick<DocsFolderImport, 'folder' | 'source' | 'onProgress'>,
): Promise<ImportResult> {
  const space = await findSpace(context, spaceId, 'edit');
  if (space.editMode === 'locked') throw lockedSpace();
  const base = await loadHead(context, space);
  return importDocsFolder(context, {
    ...input,
    base,
    advance: async (transaction, revision) => {
      await lockEditableSpace(transaction, spaceId);
      const now = context.now();
      await advanceSpace(transaction, { spaceId, from: base.id, to: revision.id, now });
    },
  });
}
