import type { TreeChange } from '../../../external/git/build-tree.ts';
import type { FolderSource } from '../../../document/docs-folder/docs-folder.ts';
import { docsFolderLimits } from '../../../document/docs-folder/docs-folder-limits.ts';
import { readDocsFolder } from '../../../document/docs-folder/read-docs-folder.ts';
import { outlineOfFolder, type OutlinePage } from './page-outline.ts';
import { overlaySource } from './overlay-source.ts';

/** Reads the table of contents that a repository has after changes. */
export type OutlineReader = (changes: readonly TreeChange[]) => Promise<OutlinePage[]>;

/**
 * Creates a reader of a repository's table of contents. The unchanged repository is read only once,
 * since each read parses all pages.
 *
 * @param source null for an empty repository
 */
export function outlineReader(source: FolderSource | null, directory: string): OutlineReader {
  let unchanged: Promise<OutlinePage[]> | undefined;
  const read: OutlineReader = async (changes) => {
    const folder = overlaySource(source, changes);
    return outlineOfFolder((await readDocsFolder(folder, docsFolderLimits, directory)).pages);
  };
  return (changes) => (changes.length > 0 ? read(changes) : (unchanged ??= read([])));
}
